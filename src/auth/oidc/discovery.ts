import { setTimeout as delay } from 'node:timers/promises';
import * as oidc from 'openid-client';
import { AppError } from '#contracts/errors.ts';
import { type Env, isLoopback } from '#platform/env.ts';
import { BUILTIN_CLIENT_ID, getBuiltinIssuer } from './builtin-config.ts';

type DiscoveryEnv = Pick<Env, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'SITE_URL'>;

const DISCOVERY_TIMEOUT_SECONDS = 6;
/** Endpoints change rarely; the library refetches keys when they change. */
const METADATA_MAX_AGE_MS = 6 * 3_600_000;
const RETRY_PAUSE_MS = 300;
/** Tolerated difference between the provider's clock and ours. */
const CLOCK_TOLERANCE_SECONDS = 120;
/** Accepted signature algorithms of userinfo if the provider doesn't name one. */
const USERINFO_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** The library's error code for metadata with another issuer than the requested one. */
const ISSUER_MISMATCH = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';

const cachedConfigs = new WeakMap<
  DiscoveryEnv,
  { at: number; found: Promise<oidc.Configuration> }
>();

/** Prefers the body: providers differ in how they parse the header. */
function createClientAuth(secret: string): oidc.ClientAuth {
  const post = oidc.ClientSecretPost(secret);
  const basic = oidc.ClientSecretBasic(secret);
  return (as, client, body, headers) => {
    const supportedMethods = as.token_endpoint_auth_methods_supported;
    const method = supportedMethods?.includes('client_secret_post') ? post : basic;
    method(as, client, body, headers);
  };
}

async function discoverProvider(env: DiscoveryEnv): Promise<oidc.Configuration> {
  const issuer = new URL(env.OIDC_ISSUER ?? getBuiltinIssuer(env));
  const plain = issuer.protocol === 'http:';
  if (plain && !isLoopback(issuer.hostname))
    throw new Error(
      `OIDC_ISSUER ${issuer.href} must be https; http is for providers on this machine`,
    );
  const client = env.OIDC_ISSUER ? (env.OIDC_CLIENT_ID as string) : BUILTIN_CLIENT_ID;
  const auth =
    env.OIDC_ISSUER && env.OIDC_CLIENT_SECRET
      ? createClientAuth(env.OIDC_CLIENT_SECRET)
      : oidc.None();
  const options = {
    timeout: DISCOVERY_TIMEOUT_SECONDS,
    // Checks the ID token's signature although it arrives over TLS.
    execute: [oidc.enableNonRepudiationChecks, ...(plain ? [oidc.allowInsecureRequests] : [])],
  };
  const metadata = { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const ask = async (address: URL) => {
    const found = await oidc.discovery(address, client, metadata, auth, options);
    const said = found.serverMetadata();
    if (said.userinfo_signing_alg_values_supported) return found;
    const server: oidc.ServerMetadata = { issuer: said.issuer };
    const completed = new oidc.Configuration(
      Object.assign(server, said, { userinfo_signing_alg_values_supported: USERINFO_ALGORITHMS }),
      client,
      metadata,
      auth,
    );
    completed.timeout = DISCOVERY_TIMEOUT_SECONDS;
    for (const set of options.execute) set(completed);
    return completed;
  };
  return ask(issuer).catch(async (error: unknown) => {
    // Some issuers end with a slash, which settings are stored without; the protocol compares
    // exactly.
    if (error instanceof oidc.ClientError && error.code === ISSUER_MISMATCH)
      return ask(new URL(`${issuer.href}/`));
    await delay(RETRY_PAUSE_MS);
    return ask(issuer);
  });
}

/** The provider's metadata, cached; a failure isn't cached. Throws `unavailable`. */
export async function getProviderConfig(env: DiscoveryEnv): Promise<oidc.Configuration> {
  const cached = cachedConfigs.get(env);
  if (cached && Date.now() - cached.at < METADATA_MAX_AGE_MS) return cached.found;
  const found = discoverProvider(env).catch((cause: unknown) => {
    if (cachedConfigs.get(env)?.found === found) {
      // Stale metadata is more likely right than wrong.
      if (cached) cachedConfigs.set(env, { ...cached, at: Date.now() });
      else cachedConfigs.delete(env);
    }
    if (cached) return cached.found;
    throw new AppError('unavailable', { cause });
  });
  cachedConfigs.set(env, { at: Date.now(), found });
  return found;
}
