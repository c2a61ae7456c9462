import { answerCalls } from '../../http/answer-calls.ts';
import { handleCallback, startLogin } from '../site/login.ts';

/*
 * The login of the admin area (R19), with a session and a cookie of its own. Mounted at the site's
 * root.
 */

export const adminLoginRoutes = answerCalls({
  'GET /admin/admin/api/manager': (c, { query }) => startLogin(c, 'admin', query),

  'GET /admin/admin/api/manager/callback': (c) => handleCallback(c, 'admin'),
});
