import { answerCalls } from '../../http/answer-calls.ts';
import { handleCallback, startLogin } from '../site/login.ts';

/* The admin area's login (R19), with its own session and cookie, at the site's root. */

export const adminLoginRoutes = answerCalls({
  'GET /admin/admin/api/manager': (c, { query }) => startLogin(c, 'admin', query),

  'GET /admin/admin/api/manager/callback': (c) => handleCallback(c, 'admin'),
});
