import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { KoaContext, Provider } from 'oidc-provider/lib/provider.js';
import { readBrand } from '#db/brand.ts';
import { type Db, schema } from '#db/client.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import { statement } from '#db/statement.ts';
import { getClientAddress, parseHop, readHops } from '#platform/client-address.ts';
import { type Env, isLoopback } from '#platform/env.ts';
import type { Logger } from '#platform/log.ts';
import { PERMISSIONS_POLICY } from '#platform/permissions-policy.ts';
import {
  BUILTIN_CLIENT_ID,
  BUILTIN_PATH,
  CALLBACK_PATHS,
  getBuiltinIssuer,
  POST_LOGOUT_PATH,
} from './builtin-config.ts';
import { handleInteraction, isInteraction } from './interaction.ts';
import {
  endSessionOrConfirm,
  getLang,
  renderErrorPage,
  renderLoggedOutPage,
  skipEmptyLogout,
} from './logout.ts';
import { answerWithBrand, buildContentPolicy } from './page-layout.ts';

/** The provider's stored signing key: a new one would invalidate id tokens that logout needs. */
function loadSigningKeys(dataDir: string): { keys: object[] } {
  const file = join(dataDir, 'sso-key.json');
  try {
    return { keys: [JSON.parse(readFileSync(file, 'utf8'))] };
  } catch (error) {
    // A half-written key file is replaced; any other read error is thrown.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' && !(error instanceof SyntaxError))
      throw error;
  }
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = {
    ...privateKey.export({ format: 'jwk' }),
    alg: 'ES256',
    use: 'sig',
    kid: `sso-${Date.now().toString(36)}`,
  };
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(key), { mode: 0o600 });
  return { keys: [key] };
}

/*
 * The identity provider for development. Anybody who reaches it can log in as anybody, so it serves
 * this machine only. Sessions are in memory, its key is in the data folder.
 */

export interface BuiltinProviderDeps {
  db: Db;
  env: Env;
  log: Logger;
}

export type NodeHandler = (req: IncomingMessage, res: ServerResponse) => void;
/** The handler of /sso, or why there is none. */
export type BuiltinProvider =
  | { handle: NodeHandler; refused?: undefined }
  | { handle?: undefined; refused: string };

const DAY_SECONDS = 86_400;
const OIDC_SCOPE = 'openid profile email';
const COOKIE_OPTIONS = { httpOnly: true, sameSite: 'lax', path: BUILTIN_PATH } as const;

const ACCOUNT_COLUMNS = pickColumns(
  schema.user,
  'username nickname realname avatar language email emailChecked',
);
const selectAccount = statement<RowOf<typeof ACCOUNT_COLUMNS>, { id: number }>(
  `select ${ACCOUNT_COLUMNS.sql('u')} from "user" u where u.id = :id`,
);

async function findAccountClaims(db: Db, env: Env, id: string) {
  const [row] = /^\d{1,9}$/.test(id) ? await selectAccount(db, { id: Number(id) }) : [];
  if (!row) return undefined;
  const claims = {
    sub: id,
    name: row.realname || row.nickname,
    nickname: row.nickname,
    preferred_username: row.username,
    locale: row.language === 'en' ? 'en' : 'zh-CN',
    ...(row.avatar ? { picture: new URL(row.avatar, env.SITE_URL).href } : {}),
    ...(row.email ? { email: row.email, email_verified: row.emailChecked } : {}),
  };
  return { accountId: id, claims: async () => claims };
}

/** The forum is the only client and always requests the same claims, so consent is implicit. */
async function loadGrant(ctx: KoaContext) {
  const { client, session, provider, result } = ctx.oidc;
  const clientId = client?.clientId as string;
  const grantId = result?.consent?.grantId ?? session?.grantIdFor(clientId);
  const existing = grantId ? await provider.Grant.find(grantId) : undefined;
  if (existing) return existing;
  const grant = new provider.Grant({ accountId: session?.accountId as string, clientId });
  grant.addOIDCScope(OIDC_SCOPE);
  await grant.save();
  return grant;
}

const createConfiguration = ({ db, env }: BuiltinProviderDeps) => ({
  jwks: loadSigningKeys(env.DATA_DIR),
  clients: [
    {
      client_id: BUILTIN_CLIENT_ID,
      redirect_uris: Object.values(CALLBACK_PATHS).map((path) => env.SITE_URL + path),
      post_logout_redirect_uris: [env.SITE_URL + POST_LOGOUT_PATH],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'none', // PKCE proves that the code is the forum's
      id_token_signed_response_alg: 'ES256',
    },
  ],
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  responseTypes: ['code'],
  pkce: { required: () => true },
  scopes: OIDC_SCOPE.split(' '),
  claims: {
    openid: ['sub'],
    profile: ['name', 'nickname', 'preferred_username', 'picture', 'locale'],
    email: ['email', 'email_verified'],
  },
  clientBasedCORS: () => false,
  cookies: {
    names: { session: 'sso_session', interaction: 'sso_interaction', resume: 'sso_resume' },
    long: COOKIE_OPTIONS,
    short: { httpOnly: true, sameSite: 'lax' },
  },
  ttl: {
    AccessToken: 600,
    AuthorizationCode: 60,
    IdToken: 3_600,
    Interaction: 900,
    Grant: 14 * DAY_SECONDS,
    Session: 14 * DAY_SECONDS,
  },
  findAccount: (_ctx: KoaContext, id: string) => findAccountClaims(db, env, id),
  loadExistingGrant: loadGrant,
  interactions: {
    url: (_ctx: KoaContext, { uid }: { uid: string }) => `${BUILTIN_PATH}/interaction/${uid}`,
  },
  renderError: (ctx: KoaContext, out: { error: string; error_description?: string }) => {
    ctx.type = 'html';
    ctx.body = renderErrorPage(env, getLang(ctx.req.headers), out.error_description ?? out.error);
  },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx: KoaContext, form: string) =>
        endSessionOrConfirm(env, ctx, form, COOKIE_OPTIONS),
      postLogoutSuccessSource: (ctx: KoaContext) => {
        ctx.body = renderLoggedOutPage(env, getLang(ctx.req.headers));
      },
    },
  },
});

async function loadProvider(deps: BuiltinProviderDeps): Promise<Provider> {
  // Imported at the first login, to start faster. The package's main file is bypassed because it
  // warns about every Node that isn't an LTS release.
  const library = await import('oidc-provider/lib/provider.js');
  const { createMemoryAdapter } = await import('oidc-provider/lib/adapters/memory_adapter.js');
  const provider = new library.Provider(getBuiltinIssuer(deps.env), {
    ...createConfiguration(deps),
    adapter: createMemoryAdapter(),
  });
  provider.proxy = true; // safe: the code below overwrites the headers that it trusts
  provider.use(skipEmptyLogout(deps.env));
  const report = (error: unknown) => deps.log.error({ err: error }, 'provider.builtinFailed');
  provider.on('server_error', (_ctx: KoaContext, error: Error) => report(error));
  provider.on('error', report);
  return provider;
}

/** Whether client and requested host are this machine: a foreign name may resolve to it. */
function isLocalRequest(req: IncomingMessage): boolean {
  const host = URL.parse(`http://${req.headers.host ?? ''}`)?.hostname ?? '';
  return (
    isLoopback(getClientAddress(req.socket.remoteAddress, {}, 0)) &&
    isLoopback(host) &&
    readHops(req.headers).every((hop) => isLoopback(parseHop(hop) ?? ''))
  );
}

/** Handles /sso. Refused with another provider, or if SITE_URL isn't loopback. */
export function createBuiltinProvider(deps: BuiltinProviderDeps): BuiltinProvider {
  const { env, log } = deps;
  if (env.OIDC_ISSUER) return { refused: `logins go to ${env.OIDC_ISSUER}` };
  if (!env.loopback)
    return {
      refused: `the built-in login lets everybody in as anybody, so it is for this machine only, not for ${env.SITE_URL}: set OIDC_ISSUER and OIDC_CLIENT_ID`,
    };
  const site = new URL(env.SITE_URL);
  let loading: Promise<Provider> | undefined;

  const serve = async (
    req: IncomingMessage & { originalUrl?: string },
    res: ServerResponse,
  ): Promise<void> => {
    const brand = await readBrand(deps.db, env);
    res.setHeader('cache-control', 'no-store');
    res.setHeader('content-security-policy', buildContentPolicy(brand));
    res.setHeader('referrer-policy', 'no-referrer');
    res.setHeader('x-frame-options', 'DENY');
    res.setHeader('permissions-policy', PERMISSIONS_POLICY);
    res.setHeader('x-content-type-options', 'nosniff');
    if (!isLocalRequest(req)) {
      res
        .writeHead(403, { 'content-type': 'text/plain; charset=utf-8' })
        .end('The built-in login answers this machine only.\n');
      return;
    }
    loading ??= loadProvider(deps).catch((error: unknown) => {
      loading = undefined; // the next request retries
      throw error;
    });
    const provider = await loading;
    // The provider builds addresses from these headers, whichever name the request used.
    req.headers['x-forwarded-host'] = site.host;
    req.headers['x-forwarded-proto'] = site.protocol.slice(0, -1);
    if (isInteraction(req))
      return answerWithBrand(brand, () => handleInteraction(provider, deps, req, res));
    req.originalUrl = req.url ?? '/';
    req.url = req.originalUrl.slice(BUILTIN_PATH.length) || '/';
    await answerWithBrand(brand, () => provider.callback()(req, res));
  };

  const handle: NodeHandler = (req, res) =>
    void serve(req, res).catch((error: unknown) => {
      log.error({ err: error, path: req.url?.split('?')[0] }, 'provider.builtinFailed');
      if (!res.headersSent) res.writeHead(500, { 'content-type': 'text/html; charset=utf-8' });
      res.end(renderErrorPage(env, getLang(req.headers), 'server_error'));
    });
  return { handle };
}
