import { createRoute } from '@hono/zod-openapi';
import { comeBack, LoginQuery, setOut } from './login.ts';
import { rate } from './middleware/rate.ts';
import { router } from './router.ts';

/*
 * The login of the admin area (R19), with a session and a cookie of its own. Mounted at the site's
 * root.
 */

const tags = ['login'];
const path = '/admin/admin/api/manager';

export const manager = router();

manager.openapi(
  createRoute({
    method: 'get',
    path,
    tags,
    middleware: [rate('login')] as const,
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
  (c) => setOut(c, 'admin', c.req.valid('query')),
);

manager.openapi(
  createRoute({
    method: 'get',
    path: `${path}/callback`,
    tags,
    middleware: [rate('login')] as const,
    summary: 'Finishes a login to the admin area',
    description: 'Sets `bbs_admin`, for 12 hours, and goes to the `return_url` of the start.',
    responses: {
      302: { description: 'To the admin area, or to the error page' },
      403: { description: 'The user is in no group of administrators' },
    },
  }),
  (c) => comeBack(c, 'admin'),
);
