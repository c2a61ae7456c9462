import { z } from '@hono/zod-openapi';
import { LogoutReplyWire } from '../../wire/replies.ts';
import { ClaimForumWire } from '../../wire/setup.ts';
import { UserInfoWire } from '../../wire/user.ts';
import { tagged } from '../call-spec.ts';
import { optionalText } from '../params.ts';

const optionalUrl = optionalText(4_000);

const loginQuery = {
  return_url: optionalUrl.meta({
    description: 'The page to go to then; else the home page',
    example: '/zh/post/42',
  }),
  redirect_url: optionalUrl.meta({ description: 'This site’s callback, as a check' }),
  fresh: optionalText(1).meta({
    description:
      '1: the person proves anew who they are, even if the provider knows; after `loginAgain`',
  }),
};

const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: z.string() } },
});
const outage = page('A page: the provider does not answer');
const startAnswers = { 302: { description: 'To the provider' }, 503: outage };
const callbackAnswers = (description: string) => ({
  302: { description },
  403: page('A page that says why the login was refused'),
  503: outage,
});

export const LOGIN_CALLS = tagged('login', {
  'GET /v1/login': {
    rate: 'login',
    summary: 'Starts a login at the identity provider',
    description:
      'A browser is sent to the provider and comes back to `/api/v1/login/callback`. `return_url` is where it goes then: a page of this site, else the home page. `redirect_url`, when given, must be this site’s callback.',
    query: loginQuery,
    answers: startAnswers,
    errors: { 400: '`redirect_url` is not this site’s callback' },
  },
  'GET /v1/login/callback': {
    rate: 'login',
    summary: 'Finishes a login',
    description:
      'Where the provider sends the browser. Sets the session’s cookies and goes to the `return_url` of the start; also, without a session, when the person chose not to log in. A login that another browser began, that took longer than 15 minutes or came back damaged is refused by a page that says why and offers another login. So is one that was finished before, unless the browser has its session.',
    answers: callbackAnswers('To the page where the login began'),
  },
  'GET /admin/admin/api/manager': {
    rate: 'login',
    summary: 'Starts a login to the admin area',
    description:
      'As `/api/v1/login`; its callback is `/admin/admin/api/manager/callback`, and `/bbs-admin` is where it goes without a `return_url`.',
    query: loginQuery,
    answers: startAnswers,
    errors: { 400: '`redirect_url` is not this callback' },
  },
  'GET /admin/admin/api/manager/callback': {
    rate: 'login',
    summary: 'Finishes a login to the admin area',
    description: 'Sets `bbs_admin`, for 12 hours, and goes to the `return_url` of the start.',
    answers: callbackAnswers('To the admin area'),
  },
  'GET /v1/login/is_login': {
    summary: 'Who is logged in',
    reply: UserInfoWire.nullable(),
    answers: { 200: { description: 'The caller, or null' } },
  },
  'POST /v1/login/logout': {
    right: 'session.end',
    summary: 'Ends the session',
    description:
      'Works for a visitor too. Whoever opens `url` with `callback=<address on this site>` added ends the provider’s session as well and comes back to it. The admin area’s session ends with it.',
    reply: LogoutReplyWire,
    answers: { 200: { description: 'Logged out' } },
  },
  'GET /v1/login/logout/end': {
    summary: 'Ends the provider’s session too',
    description:
      'The address that logout gives. Comes back to `callback`, which must be on this site, else to the home page. A provider that knows no logout, or doesn’t answer, is left out.',
    query: { callback: optionalUrl },
    answers: { 302: { description: 'To the provider, and from there back' } },
  },
  'GET /v1/login/logout/done': {
    summary: 'Comes back from the provider after a logout',
    query: { state: optionalUrl },
    answers: { 302: { description: 'To the callback of the logout' } },
  },
  'POST /v2/setup/claim': {
    right: 'forum.claim',
    rate: 'setup',
    summary: 'Makes the caller the first administrator of a forum that has none',
    description:
      'By the secret of the address that the server printed when it started with `--empty`. It works once, and not where there is an administrator.',
    body: ClaimForumWire,
    errors: { 403: 'A wrong or used secret, or there is an administrator' },
  },
});
