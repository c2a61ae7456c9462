import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createCredentialCaches } from '#api/http/middleware/invalid-credentials.ts';
import { createSession } from '#auth/session.ts';
import { readEnv } from '#platform/env.ts';
import {
  MAX_INVALID_CREDENTIALS_PER_MINUTE,
  MAX_PRIVATE_PAGES_PER_PERSON,
  MAX_WAITING_CREDENTIALS,
} from '#platform/limits.ts';
import { createLog } from '#platform/log.ts';
import { metrics } from '#platform/metrics.ts';
import { writePage } from '#publish/files/site-files.ts';
import { createHttpServer } from '../../src/server/http-server.ts';
import type { Renderer } from '../../src/server/renderer-client.ts';
import { PEOPLE } from '../support/people.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* Limits of a private forum's pages, with a renderer that answers on command. */

// A page leaves the queue because its reader left, not by a timeout.
vi.mock('#platform/limits.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  RENDER_WAIT_MS: 600_000,
}));

const { db } = await demoDatabase();
const FORUM = 4;
/** It leads to the page of a reply that may be private. */
const REPLY_ADDRESS = '/en/post/1?postId=999999999';
await db.execute(sql`update forum set access = 'members' where id = ${FORUM}`);

const env = readEnv({
  SITE_URL: 'http://127.0.0.1:4321',
  DATA_DIR: temporaryFolder('private-pages'),
  CAPTCHA_PROVIDER: 'none',
});
for (const code of [403, 500]) {
  const content = Buffer.from(`<html>error ${code}</html>`);
  writePage(env.SITE_DIR, `/en/error/${code}`, { plain: content, br: content });
}

let answerAll: (() => void)[] = [];
beforeEach(() => {
  answerAll = [];
});
const answer = () => {
  for (const answerOne of answerAll.splice(0)) answerOne();
};
/** Lets the renderer answer until this is done. */
const whileAnswering = <T>(work: Promise<T>): Promise<T> => {
  const timer = setInterval(answer, 20);
  return work.finally(() => clearInterval(timer));
};
const renderer = {
  publish: async (paths) => paths.map((path) => ({ path, status: 403, changed: false })),
  renderOnce: (path) =>
    new Promise((resolve) => {
      answerAll.push(() => resolve({ status: 200, body: `<html>secret ${path}</html>` }));
    }),
} as Partial<Renderer> as Renderer;
const server = createHttpServer({
  env,
  log: createLog('silent'),
  db,
  renderer,
  api: () => new Response('{}'),
  credentials: createCredentialCaches(),
  mayServeFolder: () => true,
  trackWork: (work) => work,
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;

/** Number of readers that wait for a private page. */
const readWaiting = async () =>
  (await metrics.getSingleMetric('forum_slots_waiting')?.get())?.values.find(
    ({ labels }) => labels.slot === 'privatePages',
  )?.value;
const sessionOf = (userId: number) =>
  createSession(db, { userId, kind: 'site', ip: '127.0.0.1', userAgent: 'test' });
const visit = (session: string, path = `/en/forum/${FORUM}`, signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { cookie: `bbs=${session}`, 'accept-encoding': 'identity' },
    redirect: 'manual',
    ...(signal ? { signal } : {}),
  });

test('[R21] a person with too many private page requests at once gets “try again later”', async () => {
  const session = await sessionOf(PEOPLE.member);
  const greedy = Array.from({ length: MAX_PRIVATE_PAGES_PER_PERSON + 1 }, () => visit(session));
  const refused = await Promise.race(greedy);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  const other = visit(await sessionOf(PEOPLE.otherMember), `/en/forum/${FORUM}/latest/1`);
  expect((await whileAnswering(other)).status).toBe(200);
  const statuses = (await whileAnswering(Promise.all(greedy))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('[R21] a reader who disconnects frees the slot for their next private page', async () => {
  const session = await sessionOf(PEOPLE.member);
  const left = new AbortController();
  const abandoned = Promise.allSettled(
    Array.from({ length: MAX_PRIVATE_PAGES_PER_PERSON }, (_, n) =>
      visit(session, `/en/forum/${FORUM}/latest/${n + 1}`, left.signal),
    ),
  );
  await expect.poll(() => answerAll.length).toBe(1);
  await expect.poll(readWaiting).toBe(MAX_PRIVATE_PAGES_PER_PERSON - 1);
  left.abort();
  await abandoned;
  await expect.poll(readWaiting).toBe(0);
  await whileAnswering(
    expect.poll(async () => (await visit(session)).status, { interval: 100 }).toBe(200),
  );
});

test.for([
  [
    'whose session ends',
    (session: string) => sql`delete from session where user_agent = ${session}`,
  ],
  ['whose forum is closed to them', () => sql`update forum set access = 'groups' where id = 4`],
] as const)('[R20] a reader %s while the page is queued does not get it', async ([, take]) => {
  const session = await sessionOf(PEOPLE.member);
  const page = visit(session);
  await expect.poll(() => answerAll.length).toBe(1);
  await db.execute(take('test'));
  answer();
  const response = await page;
  expect([response.status, await response.text()]).toEqual([403, '<html>error 403</html>']);
  await db.execute(sql`update forum set access = 'members' where id = ${FORUM}`);
});

test('[R21] invalid sessions cost their address ever fewer lookups of private pages', async () => {
  const known = await sessionOf(PEOPLE.member);
  expect((await whileAnswering(visit(known))).status).toBe(200);
  const made = (n: number) => String(n).padStart(43, 'A');
  for (let n = 0; n < MAX_INVALID_CREDENTIALS_PER_MINUTE; n++)
    expect((await visit(made(n))).status).toBe(403);
  // More than the queue holds, faster than it is served: both addresses are refused.
  const flood = await Promise.all(
    Array.from({ length: 4 * MAX_WAITING_CREDENTIALS }, (_, n) =>
      visit(made(1_000 + n), n % 2 === 0 ? undefined : REPLY_ADDRESS),
    ),
  );
  const refused = flood.filter(({ status }) => status === 429);
  const refusedPaths = new Set(refused.map(({ url }) => url.slice(new URL(url).origin.length)));
  expect(refusedPaths).toEqual(new Set([`/en/forum/${FORUM}`, REPLY_ADDRESS]));
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  const stillFlooding = Array.from({ length: MAX_WAITING_CREDENTIALS }, (_, n) => visit(made(n)));
  expect((await whileAnswering(visit(known))).status, 'whose session held before').toBe(200);
  expect((await visit(made(2_000), '/en/error/500')).status, 'a page that is a file').toBe(200);
  await Promise.all(stillFlooding);
});
