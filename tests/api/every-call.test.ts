import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createEventStreams } from '#api/http/event-streams.ts';
import { createLog } from '#platform/log.ts';
import { ADMIN, adminCaller } from '../support/admin-session.ts';
import { serveApi } from '../support/api-on-socket.ts';
import { browserHeaders } from '../support/browser-session.ts';
import {
  abortAtFirstByte,
  abortBeforeAnswer,
  collectGarbage,
  countReachable,
  openFiles,
  readSlowly,
  readWhole,
  type SentCall,
} from '../support/call-modes.ts';
import { type Description, listOperations, type Operation } from '../support/openapi.ts';
import { PEOPLE } from '../support/people.ts';
import {
  type GeneratedRequest,
  RequestGenerator,
  seededRandom,
} from '../support/request-generator.ts';
import { plainPicture } from '../support/sample-pictures.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { uploadForm } from '../support/upload-call.ts';

/*
 * Every call, for every behaviour of its client. Afterwards no file is open, no database connection
 * is in use and no slot is taken; other calls are answered meanwhile. The list of calls comes from
 * the API, so it includes new calls.
 */

const SEED = 20_261_128;
/** More than a connection's buffers hold: the body stays open if the client doesn't read it. */
const LARGE_FILE_BYTES = 12 * 1024 * 1024;
const AT_ONCE = 20;
/** Its answer has no end. */
const ENDLESS = 'GET /api/v1/user/events';
const PICTURE = `ab/ab${'0'.repeat(30)}.webp`;

const { db } = await demoDatabase();
const dataDir = temporaryFolder('every-call');
const eventStreams = createEventStreams(db, createLog('silent'));
const server = await serveApi(db, { DATA_DIR: dataDir }, { eventStreams });
const { port } = server;
const api = await testApi(db, { DATA_DIR: dataDir });
const { body: description } = await api.call<Description>('GET', '/api/openapi.json');
const operations = listOperations(description);

/** A large sparse file of zeros. */
function makeFile(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  truncateSync(path, LARGE_FILE_BYTES);
}
makeFile(join(dataDir, 'uploads', PICTURE));

const { rows: archives } = await db.execute<{ id: number }>(sql`
  insert into account_export (user_id, ordered_by, state, bytes, finished_at, expires_at)
  select
    id,
    nullif(${ADMIN}::int, id),
    'ready',
    ${LARGE_FILE_BYTES},
    now(),
    now() + interval '1 day'
  from unnest(array[${ADMIN}, ${PEOPLE.member}]::int[]) id
  returning id`);
/** Makes both archives ready again. */
async function restoreArchives(): Promise<void> {
  await db.execute(sql`update account_export set state = 'ready'`);
  for (const { id } of archives) makeFile(join(dataDir, 'exports', `${id}.zip`));
}

const idsOf = async (table: string): Promise<number[]> =>
  (
    await db.execute<{ id: number }>(sql.raw(`select id from ${table} order by id limit 60`))
  ).rows.map(({ id }) => id);
const generator = new RequestGenerator(
  description,
  {
    thread: await idsOf('thread'),
    post: await idsOf('post'),
    comment: await idsOf('comment'),
    user: await idsOf('"user"'),
    forum: await idsOf('forum'),
    theme: await idsOf('theme'),
    other: [1, 2, 3],
  },
  seededRandom(SEED),
);

/** Calls outside of the description, such as the page that shows the description. */
const bareOperations: Operation[] = server.routes
  .filter((route) => /^GET \/[^*]*$/.test(route))
  .map((name) => ({
    name: name.replace(/:(\w+)/g, '{$1}').replace(/\{(\w+)\}\{.*?\}\}?/g, '{$1}'),
  }))
  .filter(({ name }, at, all) => all.findIndex((one) => one.name === name) === at)
  .filter(({ name }) => !operations.some((one) => one.name === name))
  .map(({ name }) => ({ name, method: 'GET', path: name.slice(4), responses: {} }));

/** Headers of a user with every right and a fresh login. */
async function headersFor({ path }: Operation): Promise<Record<string, string>> {
  if (!path.startsWith('/api/v2/admin/')) return browserHeaders(db, ADMIN);
  const { cookie } = await adminCaller(api, db);
  return { cookie, 'x-xsrf-token': /XSRF-TOKEN=([^;]*)/.exec(cookie)?.[1] ?? '' };
}

function requestOf(operation: Operation): GeneratedRequest {
  const request = generator.validRequest(operation);
  if (operation.path.endsWith('/down_image')) request.query = [['file_path', PICTURE]];
  if (operation.path.endsWith('{id}/export/file'))
    request.path = operation.path.replace('{id}', String(PEOPLE.member));
  return request;
}

async function toSent(operation: Operation): Promise<SentCall> {
  const { path, query, headers, body, type } = requestOf(operation);
  const isForm = operation.requestBody?.content['multipart/form-data'] !== undefined;
  const form = isForm
    ? new Response(uploadForm(await plainPicture(20, 20).png().toBuffer()))
    : undefined;
  const contentType = form?.headers.get('content-type') ?? type;
  const bytes = form ? Buffer.from(await form.arrayBuffer()) : body && Buffer.from(String(body));
  const search = new URLSearchParams(query);
  return {
    method: operation.method,
    path: query.length > 0 ? `${path}?${search}` : path,
    headers: {
      ...(await headersFor(operation)),
      ...headers,
      ...(contentType ? { 'content-type': contentType } : {}),
    },
    ...(bytes ? { body: bytes } : {}),
  };
}

/** State that a call must leave unchanged. */
const readState = async () => ({
  files: openFiles(),
  busyConnections: db.$client.totalCount - db.$client.idleCount,
  waiting: db.$client.waitingCount,
  exports: (
    await db.execute(sql`
      select from pg_stat_activity
      where datname = current_database() and application_name = 'forum export'`)
  ).rows.length,
  streams: eventStreams.size,
  activity: await server.countActivity(),
});
const readRows = async () => ({
  archives: (await db.execute(sql`select id, state from account_export order by id`)).rows,
  fetched: (await db.execute(sql`select from action_log where action = 'user.export_fetched'`)).rows
    .length,
});
const otherCall = async () =>
  expect(await readWhole(port, { method: 'GET', path: '/api/v1/forum', headers: {} })).toBe(200);

await otherCall();
await restoreArchives();
const atRest = await readState();
await collectGarbage();
const reachableAtRest = countReachable();
const settle = (name: string, mode: string) =>
  expect.poll(readState, { message: `${name}, ${mode}`, interval: 1 }).toEqual(atRest);

/** Makes a call in each way; the ways for reading calls change no row. */
async function treatEachWay(operation: Operation): Promise<number> {
  const { name } = operation;
  const isRead = operation.method === 'GET';
  const sent = await toSent(operation);
  if (isRead) {
    const before = await readRows();
    await readWhole(port, { ...sent, method: 'HEAD' });
    await settle(name, 'HEAD');
    expect(await readRows(), `${name}, HEAD`).toEqual(before);
  }
  const { archives: ready } = await readRows();
  await abortBeforeAnswer(port, sent);
  await settle(name, 'aborted before the answer');
  await abortAtFirstByte(port, sent);
  await settle(name, 'aborted at the first byte');
  await readSlowly(port, sent, otherCall);
  await settle(name, 'read slowly');
  if (isRead)
    await expect
      .poll(async () => (await readRows()).archives, { message: name, interval: 1 })
      .toEqual(ready);
  const finish = name === ENDLESS ? abortAtFirstByte : readWhole;
  await Promise.all([...Array.from({ length: AT_ONCE }, () => finish(port, sent)), otherCall()]);
  await settle(name, `${AT_ONCE} at once`);
  if (name.endsWith('/export/file')) await restoreArchives();
  const status = name === ENDLESS ? 200 : await readWhole(port, sent);
  await settle(name, 'read whole');
  if (name.endsWith('/export/file')) await restoreArchives();
  return status;
}

const reads = [...operations.filter(({ method }) => method === 'GET'), ...bareOperations];
const writes = operations.filter(({ method }) => method !== 'GET');

/** Calls per test: each test has its own time limit. */
const TOGETHER = 30;
const toGroups = (all: Operation[]) =>
  Array.from({ length: Math.ceil(all.length / TOGETHER) }, (_, at) => {
    const group = all.slice(at * TOGETHER, (at + 1) * TOGETHER);
    return { group, from: group[0]?.name };
  });
const statuses = new Map<string, number>();

test.each([...toGroups(reads), ...toGroups(writes)])(
  '[R21] calls leave nothing open, however their answers are read: from $from on',
  async ({ group }) => {
    for (const operation of group) statuses.set(operation.name, await treatEachWay(operation));
    await collectGarbage();
    await settle('all of them', 'collected');
  },
);

test('[R21] no object of a call stays on the heap', async () => {
  await collectGarbage();
  expect(countReachable()).toEqual(reachableAtRest);
});

test('[R21] most calls that read were answered, and those with files', () => {
  for (const name of [
    'GET /api/v1/thread/down_image',
    'GET /api/v2/user/export/file',
    'GET /api/v2/admin/users/{id}/export/file',
    'GET /api/v2/admin/users.csv',
  ])
    expect([name, statuses.get(name)]).toEqual([name, 200]);
  const answered = reads.filter(({ name }) => statuses.get(name) === 200);
  expect(answered.length).toBeGreaterThan(reads.length / 2);
});
