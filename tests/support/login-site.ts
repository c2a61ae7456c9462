import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from '#api/http/context.ts';
import { authenticate } from '#api/http/middleware/authenticate.ts';
import { checkCsrf } from '#api/http/middleware/csrf.ts';
import { adminLoginRoutes } from '#api/routes/admin/login.ts';
import { loginRoutes } from '#api/routes/site/login.ts';
import type { Scope } from '#auth/actor.ts';
import { requireActor, requireScope } from '#auth/guards.ts';
import { createBuiltinProvider } from '#auth/oidc/builtin-provider.ts';
import { AppError, STATUS_ERRORS, type StatusError } from '#contracts/errors.ts';
import { negotiateLang } from '#contracts/language.ts';
import type { Db } from '#db/client.ts';
import { schema } from '#db/client.ts';
import { type Env, readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { createToken } from '../../scripts/create-token.ts';
import { atEndOfFile } from './at-end-of-file.ts';
import { CookieBrowser } from './cookie-browser.ts';
import { PEOPLE } from './people.ts';
import { emptyDatabase } from './test-database.ts';
import { temporaryFolder } from './test-site.ts';

/** The site as the server mounts it: provider, API and admin login; other paths are pages. */
function createApp(db: Db, env: Env) {
  const root = new OpenAPIHono<ApiEnv>();
  const log = createLog('silent');
  root.use(async (c, next) => {
    c.set('deps', { db, env, log, takeDown: async () => {} });
    c.set('lang', negotiateLang(c.req.header('cookie'), c.req.header('accept-language')));
    c.set('log', log);
    c.set('ip', '127.0.0.1');
    c.set('actor', null);
    await next();
  });
  root.use('/api/*', authenticate(), checkCsrf());
  root.use('/admin/admin/api/who', authenticate('admin'), checkCsrf('admin'));
  root.route('/api', loginRoutes);
  root.route('/', adminLoginRoutes);
  root.on(['GET', 'POST'], '/api/v1/write', (c) => {
    const actor = requireActor(c);
    if (c.req.method === 'POST') requireScope(actor, 'write');
    return c.json(actor);
  });
  root.on(['GET', 'POST'], '/admin/admin/api/who', (c) => c.json(requireActor(c)));
  root.get('*', (c) => c.text('a page'));
  root.onError((error, c) =>
    error instanceof AppError
      ? c.json({ code: error.code }, STATUS_ERRORS[error.code as StatusError] as 500)
      : c.text(String(error.stack), 500),
  );
  return root;
}

async function serveRequest(
  site: ReturnType<typeof createApp>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const reply = await site.fetch(
    new Request(`http://${req.headers.host}${req.url}`, {
      method: req.method as string,
      headers: req.headers as Record<string, string>,
    }),
  );
  res.writeHead(reply.status, [...reply.headers].flat());
  res.end(Buffer.from(await reply.arrayBuffer()));
}

/** Starts the site with four users. Call it at the top of a file that mocks present.ts. */
export async function startLoginSite() {
  const { db, url } = await emptyDatabase();
  const folder = temporaryFolder('login');
  await db.insert(schema.group).values(
    [
      [10000, 'Super administrators'],
      [10001, 'Administrators'],
      [10, 'Members'],
    ].map(([id, name]) => ({
      id: id as number,
      name: `组${id}`,
      nameEn: name as string,
      allowPost: true,
    })),
  );
  await db.insert(schema.level).values({ id: 1, name: '铅笔', nameEn: 'Pencil', minCredits: 0 });
  await db.insert(schema.user).values(
    [
      [10000, 10000, '若谷'],
      [10001, 10001, 'Jonas Weber'],
      [PEOPLE.thirdMember, 10, '老周<爱>折腾'],
      [PEOPLE.otherMember, 10, 'Marta'],
    ].map(([id, groupId, nickname]) => ({
      id: id as number,
      groupId: groupId as number,
      username: `u${id}`,
      nickname: nickname as string,
    })),
  );
  const handler = { now: (_req: IncomingMessage, res: ServerResponse): void => void res.end() };
  const server = createServer((req, res) => handler.now(req, res));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = readEnv({ NODE_ENV: 'test', SITE_URL: site, PORT: '4321', DATA_DIR: folder });
  const provider = createBuiltinProvider({ db, env, log: createLog('silent') });
  const root = createApp(db, env);
  handler.now = (req, res) =>
    void (req.url?.startsWith('/sso') ? provider.handle?.(req, res) : serveRequest(root, req, res));
  atEndOfFile(() => void server.close());
  class Browser extends CookieBrowser {
    constructor() {
      super(() => site);
    }
  }
  /** An access token of one of the members. */
  const tokenOf = (scopes: Scope[], days = 0) =>
    createToken(db, { userId: PEOPLE.thirdMember, name: 'test', scopes, days });
  return { db, url, site, Browser, tokenOf };
}

/** The header of a request with an access token. */
export const bearerHeader = (token: string) => ({ authorization: `Bearer ${token}` });
