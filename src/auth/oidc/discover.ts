import * as oidc from 'openid-client';
import { AppError } from '#contracts/errors.ts';
import { type Env, isLoopback } from '#platform/env.ts';
import { BUILTIN_CLIENT, builtinIssuer } from './builtin.ts';

type Settings = Pick<Env, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'SITE_URL'>;

/** Seconds that the provider has for an answer. */
const PATIENCE = 6;
/**
 * Milliseconds. Providers change their endpoints rarely; keys are looked up by the library as they
 * change.
 */
const KEPT = 6 * 3_600_000;
const PAUSE = 300;
/** The library's code for metadata that name another issuer than the one that was asked. */
const OTHER_ISSUER = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

const known = new WeakMap<Settings, { at: number; found: Promise<oidc.Configuration> }>();

/**
 * The way of proving who we are that the provider takes; in a body rather than a header where both
 * do, since providers differ in how they read the header.
 */
function clientSecret(secret: string): oidc.ClientAuth {
  const post = oidc.ClientSecretPost(secret);
  const basic = oidc.ClientSecretBasic(secret);
  return (as, client, body, headers) => {
    const taken = as.token_endpoint_auth_methods_supported;
    const method = taken?.includes('client_secret_post') ? post : basic;
    method(as, client, body, headers);
  };
}

async function discover(env: Settings): Promise<oidc.Configuration> {
  const issuer = new URL(env.OIDC_ISSUER ?? builtinIssuer(env));
  const plain = issuer.protocol === 'http:';
  if (plain && !isLoopback(issuer.hostname))
    throw new Error(
      `OIDC_ISSUER ${issuer.href} must be https; http is for providers on this machine`,
    );
  const client = env.OIDC_ISSUER ? (env.OIDC_CLIENT_ID as string) : BUILTIN_CLIENT;
  const auth =
    env.OIDC_ISSUER && env.OIDC_CLIENT_SECRET ? clientSecret(env.OIDC_CLIENT_SECRET) : oidc.None();
  const options = {
    timeout: PATIENCE,
    ...(plain ? { execute: [oidc.allowInsecureRequests] } : {}),
  };
  const ask = (server: URL) => oidc.discovery(server, client, undefined, auth, options);
  return ask(issuer).catch(async (error: unknown) => {
    // Some issuers end with a slash, and settings are kept without: the two are different issuers
    // to the protocol.
    if (error instanceof oidc.ClientError && error.code === OTHER_ISSUER)
      return ask(new URL(`${issuer.href}/`));
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return ask(issuer);
  });
}

/**
 * What the provider says of itself; asked for once, again after a while, and at every call after a
 * failure. Throws `unavailable`.
 */
export async function provider(env: Settings): Promise<oidc.Configuration> {
  const kept = known.get(env);
  if (kept && Date.now() - kept.at < KEPT) return kept.found;
  const found = discover(env).catch((cause: unknown) => {
    if (known.get(env)?.found === found) {
      // What was known before goes on being right more often than not.
      if (kept) known.set(env, { ...kept, at: Date.now() });
      else known.delete(env);
    }
    if (kept) return kept.found;
    throw new AppError('unavailable', { cause });
  });
  known.set(env, { at: Date.now(), found });
  return found;
}
