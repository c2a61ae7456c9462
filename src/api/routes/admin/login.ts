import { createRoute } from '@hono/zod-openapi';
import { limitRate } from '../../http/middleware/limit-rate.ts';
import { createRouter } from '../../http/router.ts';
import { handleCallback, LoginQuery, startLogin } from '../site/login.ts';

/*
 * The login of the admin area (R19), with a session and a cookie of its own. Mounted at the site's
 * root.
 */

const tags = ['login'];
const loginPath = '/admin/admin/api/manager';

export const adminLoginRoutes = createRouter();

adminLoginRoutes.openapi(
  createRoute({
    method: 'get',
    path: loginPath,
    tags,
    middleware: [limitRate('login')] as const,
    summary: 'Starts a login to the admin area',
    description:
      'As `/api/v1/login`; its callback is `/admin/admin/api/manager/callback`, and `/bbs-admin` is where it goes without a `return_url`.',
    request: { query: LoginQuery },
    responses: {
      302: { description: 'To the provider' },
      400: { description: '`redirect_url` is not this callback' },
      503: { description: 'The provider does not answer' },
    },
  }),
  (c) => startLogin(c, 'admin', c.req.valid('query')),
);

adminLoginRoutes.openapi(
  createRoute({
    method: 'get',
    path: `${loginPath}/callback`,
    tags,
    middleware: [limitRate('login')] as const,
    summary: 'Finishes a login to the admin area',
    description: 'Sets `bbs_admin`, for 12 hours, and goes to the `return_url` of the start.',
    responses: {
      302: { description: 'To the admin area, or to the error page' },
      403: { description: 'The user is in no group of administrators' },
    },
  }),
  (c) => handleCallback(c, 'admin'),
);
