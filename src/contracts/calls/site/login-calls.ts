import { z } from '@hono/zod-openapi';
import { LogoutReplyWire } from '../../wire/replies.ts';
import { ClaimForumWire } from '../../wire/setup.ts';
import { UserInfoWire } from '../../wire/user.ts';
import { tagged } from '../call-spec.ts';
import { optionalText } from '../params.ts';

const optionalUrl = optionalText(4_000);

const loginQuery = {
  return_url: optionalUrl.meta({
    description: 'The page to open after the login; default: the home page',
    example: '/zh/post/42',
  }),
  redirect_url: optionalUrl.meta({ description: 'Must equal this site’s callback' }),
  fresh: optionalText(1).meta({
    description:
      '1: the provider must authenticate the person again. Use it after the error `loginAgain`.',
  }),
};

const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: z.string() } },
});
const outage = page('An HTML page: the provider does not respond');
const startAnswers = { 302: { description: 'Redirect to the provider' }, 503: outage };
const callbackAnswers = (description: string) => ({
  302: { description },
  403: page('An HTML page with the reason why the login was refused'),
  503: outage,
});

export const LOGIN_CALLS = tagged('login', {
  'GET /v1/login': {
    rate: 'login',
    summary: 'Starts a login at the identity provider',
    description:
      'Redirects the browser to the provider, which returns it to `/api/v1/login/callback`. After the login the browser is redirected to `return_url`: a page of this site, by default the home page. `redirect_url`, if present, must be this site’s callback.',
    query: loginQuery,
    answers: startAnswers,
    errors: { 400: '`redirect_url` is not this site’s callback' },
  },
  'GET /v1/login/callback': {
    rate: 'login',
    summary: 'Completes a login',
    description:
      'The provider redirects the browser to this address. Sets the session’s cookies and redirects to the `return_url` of the start. If the person cancelled the login, it redirects without a session. An error page rejects a login that another browser started, that took longer than 15 minutes, or that is damaged. It also rejects a repeated callback, unless the browser already has the session.',
    answers: callbackAnswers('Redirect to the page where the login started'),
  },
  'GET /admin/admin/api/manager': {
    rate: 'login',
    summary: 'Starts a login to the admin area',
    description:
      'Works as `/api/v1/login`. Its callback is `/admin/admin/api/manager/callback`. The default of `return_url` is `/bbs-admin`.',
    query: loginQuery,
    answers: startAnswers,
    errors: { 400: '`redirect_url` is not this callback' },
  },
  'GET /admin/admin/api/manager/callback': {
    rate: 'login',
    summary: 'Completes a login to the admin area',
    description:
      'Sets the cookie `bbs_admin` for 12 hours and redirects to the `return_url` of the start.',
    answers: callbackAnswers('Redirect to the admin area'),
  },
  'GET /v1/login/is_login': {
    summary: 'Returns the caller',
    reply: UserInfoWire.nullable(),
    answers: { 200: { description: 'The caller, or null without a login' } },
  },
  'POST /v1/login/logout': {
    right: 'session.end',
    summary: 'Ends the session',
    description:
      'Also works without a session. It ends the session of the admin area too. To end the provider’s session, open `url` with `callback=<address on this site>` added. The provider then redirects to that address.',
    reply: LogoutReplyWire,
    answers: { 200: { description: 'Logged out' } },
  },
  'GET /v1/login/logout/end': {
    summary: 'Ends the provider’s session',
    description:
      'This is the `url` that logout returns. Redirects to `callback`, which must be on this site, or to the home page. Skips a provider without logout, or one that doesn’t answer.',
    query: { callback: optionalUrl },
    answers: { 302: { description: 'Redirect to the provider, which redirects back' } },
  },
  'GET /v1/login/logout/done': {
    summary: 'Handles the provider’s redirect after a logout',
    query: { state: optionalUrl },
    answers: { 302: { description: 'Redirect to the callback of the logout' } },
  },
  'POST /v2/setup/claim': {
    right: 'forum.claim',
    rate: 'setup',
    summary: 'Makes the caller the first administrator of a forum without one',
    description:
      'Needs the secret in the address that the server prints when it starts with `--empty`. It works once, and only if no administrator exists.',
    body: ClaimForumWire,
    errors: { 403: 'The secret is wrong or used, or an administrator exists' },
  },
});
