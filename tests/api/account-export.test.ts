import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, expect, test } from 'vitest';
import { FRESH_LOGIN_SECONDS } from '#auth/guards.ts';
import { EXPORT_RETENTION_DAYS } from '#contracts/limits.ts';
import type { MessageWire } from '#contracts/wire/own-content.ts';
import type { AccountExportStatus } from '#contracts/wire/own-data.ts';
import { ensureScheduled } from '#domain/operations/ensure-scheduled.ts';
import { makeExport, sweepExports } from '#domain/own-data/make-export.ts';
import { createLocalStorage } from '#platform/local-storage.ts';
import { adminCaller } from '../support/admin-session.ts';
import { browserHeaders } from '../support/browser-session.ts';
import { member, thread } from '../support/factories.ts';
import { type Caller, testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* The archive of all data that the forum stores about a member. */

const { db } = await demoDatabase();
const dataDir = await temporaryFolder('export');
const api = await testApi(db, { DATA_DIR: dataDir });
const storage = createLocalStorage(join(dataDir, 'uploads'));
const DAY_MS = 86_400_000;

interface Answer {
  code: number;
  err_code?: string;
  err_payload?: string;
  data: AccountExportStatus;
}

let id: number;
let other: number;
let me: Caller;
let them: Caller;
let headers: Record<string, string>;

beforeEach(async () => {
  [id, other] = [await member(db), await member(db, { nickname: `旁人${Date.now()}` })];
  [me, them] = [await api.as(id), await api.as(other)];
  headers = await browserHeaders(db, id);
});

const order = (by = headers) => api.call<Answer>('POST', '/api/v2/user/export', undefined, by);
const status = async () => (await me.call<Answer>('GET', '/api/v2/user/export')).body.data;
const fetchFile = (by = headers) => api.send('GET', '/api/v2/user/export/file', undefined, by);
const make = async (signal = new AbortController().signal) =>
  makeExport(
    { db, storage, dataDir, siteUrl: 'https://forum.example', timeZone: 'Asia/Shanghai', signal },
    (await status()).latest?.id as number,
  );
const unzip = async (response: Response): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer()))).map(([name, bytes]) => [
      name,
      strFromU8(bytes),
    ]),
  );
const files = async () =>
  (await readdir(join(dataDir, 'exports'))).filter((n) => n === `${exportId}.zip`);
let exportId = 0;
const ready = async () => {
  await order();
  await make();
  exportId = (await status()).latest?.id as number;
};
const notices = async () =>
  (await me.call<{ data: MessageWire[] }>('GET', '/api/v1/user/msg?category=3')).body.data.map(
    ({ act }) => act,
  );

test('[R35] the archive has all data of its owner, and only ids and nicknames of others', async () => {
  const mine = await thread(db, { author: id, subject: '我写的主题', replies: 1 });
  const theirs = await thread(db, { author: other, replies: 1 });
  await db.execute(sql`
    update "user"
    set
      email = 'them@example.org',
      mobile = '13900001111',
      realname = '别人的真名',
      login_ip = '203.0.113.77'
    where id = ${other}`);
  await db.execute(
    sql`update "user" set email = 'me@example.org', language = 'en' where id = ${id}`,
  );
  await me.call('POST', '/api/v1/post', { thread_id: theirs.id, message: `<p>我的回复 ${id}</p>` });
  await them.call('POST', '/api/v1/post', {
    thread_id: mine.id,
    message: `<p>别人写的回复 ${other}</p>`,
  });
  await me.call('POST', '/api/v1/user/letter', { receive_user_id: other, note: '<p>寄出的信</p>' });
  await them.call('POST', '/api/v1/user/letter', { receive_user_id: id, note: '<p>收到的信</p>' });
  await them.call('POST', '/api/v1/user/letter', {
    receive_user_id: await member(db),
    note: '<p>与我无关的信</p>',
  });
  await me.call('POST', '/api/v2/user/bookmark', { post_id: theirs.replies[0], note: '我的备注' });
  await them.call('POST', '/api/v2/user/bookmark', {
    post_id: theirs.replies[0],
    note: '别人的备注',
  });
  await me.call('POST', '/api/v1/thread/favorite', { id: theirs.id });
  await db.execute(sql`
    insert into watch (user_id, kind, target_id, level)
    values (${id}, 'user', ${other}, 'muted')`);
  for (const [owner, message] of [
    [id, '<img src=x onerror=alert(1)>我的草稿'],
    [other, '别人的草稿'],
  ] as const)
    await db.execute(
      sql`insert into draft (user_id, body) values (${owner}, ${JSON.stringify({ message })})`,
    );
  await storage.put('ab/picture.png', new Uint8Array([1, 2, 3]));
  await db.execute(sql`
    insert into upload (hash, path, mime, bytes, width, height, user_id)
    values (${`hash-${id}`}, 'ab/picture.png', 'image/png', 3, 1, 1, ${id})`);
  await ready();
  const response = await fetchFile();
  expect(response.headers.get('content-type')).toBe('application/zip');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const found = await unzip(response);
  const rows = (name: string) => JSON.parse(found[`${name}.json`] as string) as object[];
  expect(rows('profile')).toMatchObject([{ id, email: 'me@example.org' }]);
  expect(rows('threads')).toMatchObject([{ id: mine.id, subject: '我写的主题' }]);
  expect(rows('replies')).toMatchObject([
    { thread_id: theirs.id, source: `<p>我的回复 ${id}</p>` },
  ]);
  expect(rows('letters')).toMatchObject([
    { from: { id }, to: { id: other }, source: '<p>寄出的信</p>' },
    { from: { id: other }, to: { id }, source: '<p>收到的信</p>' },
  ]);
  expect(rows('bookmarks')).toMatchObject([{ note: '我的备注' }]);
  expect(rows('favourite-threads')).toMatchObject([{ thread_id: theirs.id }]);
  expect(rows('watching')).toMatchObject([{ kind: 'user', person: { id: other } }]);
  expect(rows('tokens')).toHaveLength(1);
  expect(rows('sessions')).toHaveLength(1);
  expect(found['uploads/ab/picture.png']).toBe('\u0001\u0002\u0003');
  const all = Object.values(found).join('\n');
  for (const foreign of [
    'them@example.org',
    '13900001111',
    '别人的真名',
    '203.0.113.77',
    '别人写的回复',
    '与我无关的信',
    '别人的备注',
    '别人的草稿',
  ])
    expect(all).not.toContain(foreign);
  const { rows: secrets } = await db.execute<{ secret: string }>(sql`
    select token_hash as secret from session where user_id = ${id}
    union all
    select token_hash from access_token where user_id = ${id}`);
  for (const { secret } of secrets) expect(all).not.toContain(secret);
  expect(found['index.html']).toContain('<html lang="en">');
  expect(found['index.html']).toContain('<a href="threads.html">Threads</a> 1');
  expect(found['threads.html']).toContain('我写的主题');
  expect(found['drafts.html']).toContain('&lt;img');
  expect(found['drafts.html']).not.toContain('<img');
  expect(JSON.parse(found['data.json'] as string)).toMatchObject({
    format: 1,
    user_id: id,
    files: { replies: { file: 'replies.json', rows: 1 } },
  });
});

test('[R35] a part with more rows than one read returns is complete', async () => {
  await db.execute(sql`
    insert into draft (user_id, body)
    select ${id}, json_build_object('subject', 'draft ' || n)
    from generate_series(1, 450) n`);
  await ready();
  const found = await unzip(await fetchFile());
  const subjects = (JSON.parse(found['drafts.json'] as string) as { subject: string }[]).map(
    ({ subject }) => subject,
  );
  expect(subjects).toHaveLength(450);
  expect(new Set(subjects).size).toBe(450);
});

test('[R35] it is fetched once, by a fresh login in a browser, from a page of this site', async () => {
  expect((await status()).latest).toBeNull();
  expect((await fetchFile()).status).toBe(404);
  await ready();
  expect((await status()).latest).toMatchObject({ state: 'ready', by_administrator: false });
  expect(await notices()).toEqual(['user.export']);
  expect((await fetchFile({})).status).toBe(401);
  expect((await fetchFile(me.authorization)).status).toBe(403);
  const stale = await fetchFile(await browserHeaders(db, id, FRESH_LOGIN_SECONDS + 1));
  expect(await stale.json()).toMatchObject({ err_code: 'loginAgain' });
  expect((await fetchFile({ ...headers, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await fetchFile(await browserHeaders(db, other))).status).toBe(404);
  const answers = await Promise.all([fetchFile(), fetchFile()]);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 404]);
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  expect((await status()).latest?.state).toBe('fetched');
  expect((await fetchFile()).status).toBe(404);
  await expect.poll(files).toEqual([]);
});

test('[R35] an interrupted download can be repeated', async () => {
  await db.execute(sql`
    insert into draft (user_id, body)
    select ${id}, json_build_object('message', string_agg(md5(random()::text), ''))
    from generate_series(1, 20000) n`);
  await ready();
  const reader = (await fetchFile()).body?.getReader();
  await reader?.read();
  expect((await status()).latest?.state).toBe('fetched');
  await reader?.cancel();
  await expect.poll(async () => (await status()).latest?.state).toBe('ready');
  expect(Object.keys(await unzip(await fetchFile()))).toContain('drafts.json');
});

test('[R35] HEAD does not fetch an archive', async () => {
  await ready();
  const response = await api.send('HEAD', '/api/v2/user/export/file', undefined, headers);
  expect([response.status, Number(response.headers.get('content-length')) > 0]).toEqual([
    200,
    true,
  ]);
  expect((await status()).latest?.state).toBe('ready');
  expect(Object.keys(await unzip(await fetchFile()))).toContain('index.html');
});

test('[R35] an archive that nobody begins to read can be fetched later', async () => {
  await ready();
  await (await fetchFile()).body?.cancel();
  await expect.poll(async () => (await status()).latest?.state).toBe('ready');
});

test('[R35] a host without the file leaves the archive to the host that has it', async () => {
  await ready();
  const otherHost = await testApi(db, { DATA_DIR: temporaryFolder('export-other') });
  const response = await otherHost.send('GET', '/api/v2/user/export/file', undefined, headers);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await status()).latest?.state).toBe('ready');
  expect(Object.keys(await unzip(await fetchFile()))).toContain('index.html');
});

test('[R35] one archive a day is allowed; a failed one doesn’t count', async () => {
  const both = await Promise.all([order(), order()]);
  expect(both.map(({ body }) => body.err_code ?? 'ok').toSorted()).toEqual(['exported', 'ok']);
  await db.execute(sql`update account_export set state = 'failed' where user_id = ${id}`);
  expect((await order()).body.data.latest?.state).toBe('waiting');
  const next = Date.parse((await order()).body.err_payload ?? '');
  expect(next - Date.parse((await status()).latest?.created_at ?? '')).toBe(DAY_MS);
  await db.execute(sql`
    update account_export
    set created_at = now() - interval '25 hours'
    where user_id = ${id}`);
  expect((await order()).body.data.latest?.state).toBe('waiting');
  expect((await me.call('POST', '/api/v2/user/export')).status).toBe(403);
});

test('[R35] an archive expires after seven days, and its file is removed', async () => {
  await ready();
  const { rows } = await db.execute<{ days: number }>(sql`
    select extract(epoch from expires_at - finished_at)::int / 86400 as days
    from account_export
    where user_id = ${id}`);
  expect(rows).toEqual([{ days: EXPORT_RETENTION_DAYS }]);
  await sweepExports(db, dataDir);
  expect(await files()).toHaveLength(1);
  await db.execute(sql`update account_export set expires_at = now() where user_id = ${id}`);
  expect((await fetchFile()).status).toBe(404);
  await sweepExports(db, dataDir);
  expect((await status()).latest?.state).toBe('expired');
  expect(await files()).toEqual([]);
});

test('[R35] an archive whose process ends is created again, and an impossible one reports that', async () => {
  await order();
  const ending = AbortSignal.abort(new Error('the process ends'));
  await expect(make(ending)).rejects.toThrow('the process ends');
  expect((await status()).latest?.state).toBe('waiting');
  await db.execute(sql`
    update account_export
    set state = 'running', seen_at = now() - interval '1 hour'
    where user_id = ${id}`);
  expect((await ensureScheduled(db)).export).toBeGreaterThan(0);
  await make();
  expect((await status()).latest?.state).toBe('ready');
  await db.execute(sql`
    update account_export
    set state = 'waiting'
    where user_id = ${id}`);
  const broken = join(dataDir, 'no-folder');
  await writeFile(broken, '');
  await expect(
    makeExport(
      {
        db,
        storage,
        dataDir: broken,
        siteUrl: 'https://forum.example',
        timeZone: 'UTC',
        signal: new AbortController().signal,
      },
      (await status()).latest?.id as number,
    ),
  ).rejects.toThrow();
  expect((await status()).latest?.state).toBe('failed');
  expect(await notices()).toEqual(['user.export_failed', 'user.export']);
});

test('[R20] an administrator orders an archive for a person and downloads it once; the log has both', async () => {
  const admin = await adminCaller(api, db);
  const path = `/api/v2/admin/users/${id}/export`;
  await ready();
  expect((await admin.call('GET', `${path}/file`)).status, 'the person’s own').toBe(404);
  await db.execute(sql`
    update account_export
    set created_at = now() - interval '2 days'
    where user_id = ${id}`);
  expect((await them.call('POST', path, { reason: '来信' })).status).toBe(403);
  expect((await admin.call('POST', path, { reason: '来信' })).body).toMatchObject({
    export: { state: 'waiting', by_administrator: true },
  });
  await make();
  await api.send('HEAD', `${path}/file`, undefined, { cookie: admin.cookie });
  const response = await api.send('GET', `${path}/file`, undefined, { cookie: admin.cookie });
  expect(Object.keys(await unzip(response))).toContain('index.html');
  expect((await admin.call('GET', `${path}/file`)).status).toBe(404);
  const { rows } = await db.execute<{ action: string }>(
    sql`select action from action_log where target_user_id = ${id} order by id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['user.export', 'user.export_fetched']);
});

test('[R20] the archive has no text that a moderator wrote where its owner may not read', async () => {
  const touched = await thread(db, { author: id, forumId: 3, subject: '移走的主题' });
  await thread(db, { author: id, forumId: 3, subject: '没有改过' });
  await me.call('POST', '/api/v1/post', { thread_id: touched.id, message: '<p>回复</p>' });
  const edit = (editor: number) =>
    db.execute(sql`
      update post
      set source = '内部说明', html = '<p>内部说明</p>', edited_by = ${editor}, edited_at = now()
      where thread_id = ${touched.id} and user_id = ${id}`);
  await edit(other);
  const texts = async () => {
    await ready();
    const found = await unzip(await fetchFile());
    await db.execute(sql`delete from account_export where user_id = ${id}`);
    const rowsOf = (part: string) =>
      JSON.parse(found[`${part}.json`] as string) as Record<string, unknown>[];
    return [...rowsOf('threads'), ...rowsOf('replies')].map(({ subject, source, html }) => [
      subject,
      source,
      html,
    ]);
  };
  const edited = ['内部说明', '<p>内部说明</p>'];
  const untouched = ['没有改过', expect.any(String), expect.any(String)];
  const open = [['移走的主题', ...edited], untouched, [undefined, ...edited]];
  expect(await texts()).toEqual(open);
  await db.execute(sql`update forum set access = 'groups' where id = 3`);
  expect(await texts()).toEqual([[null, null, null], untouched, [undefined, null, null]]);
  await edit(id);
  expect(await texts(), 'their own text is theirs').toEqual(open);
  await db.execute(sql`update forum set access = 'public' where id = 3`);
});
