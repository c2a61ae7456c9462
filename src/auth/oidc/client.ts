import * as oidc from 'openid-client';
import { AppError } from '#contracts/errors.ts';
import { htmlLang } from '#contracts/language.ts';
import { SESSION_MAX_SECONDS } from '#contracts/limits.ts';
import type { SignInRefusal } from '#contracts/sign-in-events.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { Env } from '#platform/env.ts';
import { LOGIN_ATTEMPT_SECONDS } from '#platform/limits.ts';
import { UNPROVEN_LOGIN } from '../guards.ts';
import { hashSecret, isSecret, randomSecret } from '../secret.ts';
import type { SessionKind } from '../session.ts';
import { CALLBACK_PATHS, POST_LOGOUT_PATH } from './builtin-config.ts';
import { getProviderConfig } from './discovery.ts';
import { type SignedInUser, type SignInContext, signIn } from './sign-in.ts';

/* The OpenID Connect code flow with PKCE, state and nonce (R17), against any provider. */

interface LoginAttempt {
  state: string;
  nonce: string;
  verifier: string;
  kind: SessionKind;
  returnUrl: string;
  browserHash: string;
}

const insertAttempt = statement<unknown, LoginAttempt>(`
  insert into login_attempt (state, nonce, verifier, kind, return_url, browser_hash, expires_at)
  values (
    :state, :nonce, :verifier, :kind, :returnUrl, :browserHash,
    now() + interval '${LOGIN_ATTEMPT_SECONDS} seconds'
  )`);
type AttemptKey = Pick<LoginAttempt, 'state' | 'browserHash' | 'kind'>;

// The WHERE includes the browser's own cookie: a stolen address can't use up an attempt.
const takeAttempt = statement<
  Pick<LoginAttempt, 'state' | 'nonce' | 'verifier' | 'returnUrl'>,
  AttemptKey
>(`
  with taken as (
    select *
    from login_attempt
    where
      state = :state
      and browser_hash = :browserHash
      and kind = :kind
      and used_at is null
      and expires_at > now()
    for update
  )
  update login_attempt a
  set used_at = now(), nonce = '', verifier = ''
  from taken t
  where a.state = t.state
  returning t.state, t.nonce, t.verifier, t.return_url as "returnUrl"`);
const findSpentAttempt = statement<
  Pick<LoginAttempt, 'returnUrl'> & { isUsed: boolean },
  AttemptKey
>(`
  select return_url as "returnUrl", used_at is not null as "isUsed"
  from login_attempt
  where state = :state and browser_hash = :browserHash and kind = :kind`);

export interface LoginDeps {
  db: Db;
  env: Env;
}

export const getCallbackUrl = (env: Pick<Env, 'SITE_URL'>, kind: SessionKind): string =>
  env.SITE_URL + CALLBACK_PATHS[kind];

export interface LoginRequest extends Pick<SignInContext, 'lang'> {
  kind: SessionKind;
  /** Absolute, on this site: see `getReturnUrl`. */
  returnUrl: string;
  /** The login cookie, if any: concurrent logins in several tabs share it. */
  browser: string | undefined;
  /** The person must authenticate again, even if the provider has a session. */
  fresh?: boolean;
}

/** Begins a login. Returns the provider's address and the login cookie. Throws `unavailable`. */
export async function beginLogin(
  { db, env }: LoginDeps,
  { kind, returnUrl, browser, lang, fresh = false }: LoginRequest,
): Promise<{ url: string; browser: string }> {
  const config = await getProviderConfig(env);
  const cookie = isSecret(browser) ? browser : randomSecret();
  const attempt = {
    state: randomSecret(),
    nonce: randomSecret(),
    verifier: oidc.randomPKCECodeVerifier(),
  };
  await insertAttempt(db, { ...attempt, kind, returnUrl, browserHash: hashSecret(cookie) });
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: getCallbackUrl(env, kind),
    scope: 'openid profile email',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ui_locales: htmlLang(lang),
    // Makes the provider return `auth_time`, which requireFreshLogin depends on.
    max_age: String(SESSION_MAX_SECONDS[kind]),
    ...(fresh ? { prompt: 'login' } : {}),
  });
  return { url: url.href, browser: cookie };
}

export interface LoginCallback extends SignInContext {
  kind: SessionKind;
  /** The query of the provider's redirect. */
  search: string;
  browser: string | undefined;
}

export type LoginResult =
  | {
      outcome: 'done';
      person: SignedInUser;
      idToken: string | undefined;
      returnUrl: string;
      /** UNPROVEN_LOGIN if the provider doesn't say. */
      authenticatedAt: Date;
    }
  | { outcome: 'unavailable'; returnUrl: string; cause: unknown }
  | { outcome: 'cancelled'; returnUrl: string }
  | LoginRefusal;

export interface LoginRefusal {
  outcome: 'refused';
  why: SignInRefusal;
  /** For the log. */
  reason: unknown;
  /** Target of the login; undefined if the attempt is unknown. */
  returnUrl?: string | undefined;
}

async function explainSpent(db: Db, key: AttemptKey): Promise<LoginRefusal> {
  const [spent] = await findSpentAttempt(db, key);
  if (!spent)
    return { outcome: 'refused', why: 'attempt', reason: 'an unknown state, or another browser' };
  return {
    outcome: 'refused',
    why: spent.isUsed ? 'used' : 'expired',
    reason: spent.isUsed ? 'a used state' : 'an expired state',
    returnUrl: spent.returnUrl,
  };
}

/** Finishes a login, once, for the browser that began it. */
export async function finishLogin(
  { db, env }: LoginDeps,
  { kind, search, browser, ip, lang }: LoginCallback,
): Promise<LoginResult> {
  const state = new URLSearchParams(search).get('state');
  if (!isSecret(browser) || !state)
    return { outcome: 'refused', why: 'attempt', reason: 'no state, or no login cookie' };
  const key = { state, browserHash: hashSecret(browser), kind };
  const [attempt] = await takeAttempt(db, key);
  if (!attempt) return explainSpent(db, key);
  const { returnUrl } = attempt;
  try {
    const config = await getProviderConfig(env);
    const tokens = await oidc.authorizationCodeGrant(
      config,
      new URL(getCallbackUrl(env, kind) + search),
      {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      },
    );
    const token = tokens.claims() as oidc.IDToken;
    const userInfo = config.serverMetadata().userinfo_endpoint
      ? await oidc.fetchUserInfo(config, tokens.access_token, token.sub)
      : {};
    const identity = {
      issuer: token.iss,
      subject: token.sub,
      builtin: !env.OIDC_ISSUER,
      claims: { ...token, ...userInfo },
    };
    const person = await signIn(db, identity, { ip, lang });
    if (!person)
      return { outcome: 'refused', why: 'person', reason: `no user ${token.sub}`, returnUrl };
    return {
      outcome: 'done',
      person,
      idToken: tokens.id_token,
      returnUrl,
      authenticatedAt:
        token.auth_time === undefined
          ? UNPROVEN_LOGIN
          : new Date(Math.min(token.auth_time * 1_000, Date.now())),
    };
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
      return { outcome: 'cancelled', returnUrl };
    if (error instanceof AppError && error.code === 'unavailable')
      return { outcome: 'unavailable', cause: error.cause, returnUrl };
    if (isProviderOutage(error)) return { outcome: 'unavailable', cause: error, returnUrl };
    if (!isProviderRefusal(error)) throw error;
    const why = hasOtherClock(error) ? 'clock' : 'provider';
    return { outcome: 'refused', why, reason: error, returnUrl };
  }
}

/** Whether a token's times are outside the tolerated clock difference. */
const hasOtherClock = (error: unknown): boolean =>
  error instanceof oidc.ClientError && error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';

const isProviderRefusal = (error: unknown): boolean =>
  error instanceof oidc.AuthorizationResponseError ||
  error instanceof oidc.ResponseBodyError ||
  error instanceof oidc.WWWAuthenticateChallengeError ||
  error instanceof oidc.ClientError;

/** The provider doesn't answer, or reports an outage. */
function isProviderOutage(error: unknown): boolean {
  if (error instanceof TypeError && error.message === 'fetch failed') return true;
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500;
  if (!(error instanceof oidc.ClientError)) return false;
  return (
    error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500)
  );
}

/**
 * The provider's logout address, which redirects to `POST_LOGOUT_PATH` with `state`; undefined if
 * it has none. Without an id token the provider asks for confirmation.
 */
export async function getEndSessionUrl(
  env: Env,
  idToken: string | undefined,
  state: string,
): Promise<string | undefined> {
  const config = await getProviderConfig(env);
  if (!config.serverMetadata().end_session_endpoint) return undefined;
  return oidc.buildEndSessionUrl(config, {
    post_logout_redirect_uri: env.SITE_URL + POST_LOGOUT_PATH,
    state,
    ...(idToken ? { id_token_hint: idToken } : {}),
  }).href;
}
