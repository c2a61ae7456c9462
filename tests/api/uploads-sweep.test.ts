import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { schema } from '#db/client.ts';
import { MARKED_COLUMNS, SCANNED_COLUMNS, sweepUploads } from '#domain/uploads/sweep.ts';
import { readEnv } from '#platform/env.ts';
import { openStorage } from '#platform/open-storage.ts';
import { PEOPLE } from '../support/people.ts';
import { waitForLocks } from '../support/queue-on-row.ts';
import { plainPicture } from '../support/sample-pictures.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';
import { storagePath, uploadFiles } from '../support/upload-call.ts';

/* Columns whose addresses protect an upload from the sweep. */

const { db } = await demoDatabase();
const variables = { DATA_DIR: temporaryFolder('swept') };
const api = await testApi(db, variables);
const member = await api.as(PEOPLE.member);
const storage = openStorage(readEnv(variables));

/** Columns without picture addresses; a new column must be listed here or counted as a use. */
const NAMES_NONE: Record<string, string[]> = {
  access_token: ['name', 'token_hash', 'hint', 'scopes'],
  account_deletion: ['posts', 'reason'],
  account_export: ['state'],
  // describes the past; it doesn't protect deleted files
  action_log: ['action', 'target_name', 'reason', 'detail'],
  ban: ['reason'],
  bookmark: ['note'],
  captcha: ['id', 'kind', 'issued_to', 'answer', 'token_hash'],
  captcha_grant: ['key', 'addresses'],
  cdn_purge: ['key', 'error'],
  comment: ['excerpt', 'content_hash', 'state', 'created_ip'],
  config_entry: ['field'],
  forum: ['slug', 'name', 'name_en', 'access'],
  group: ['name', 'name_en'],
  held: ['reason', 'kinds'],
  job: ['kind', 'state', 'params', 'error', 'runner'],
  job_item: ['detail'],
  level: ['name', 'name_en'],
  login_attempt: ['state', 'kind', 'nonce', 'verifier', 'return_url', 'browser_hash'],
  mail: ['kind', 'state', 'refs', 'error'],
  mail_choice: ['frequency', 'notices', 'time_zone', 'stopped_reason'],
  delivery_event: ['channel', 'key', 'kind'],
  notification: ['kind', 'note', 'act', 'group_key'],
  poll: ['question'],
  poll_option: ['text'],
  post: ['excerpt', 'content_hash', 'state', 'created_ip'],
  post_revision: ['subject'],
  page_write: ['path'],
  publish_failure: ['path', 'message'],
  site_state: ['name', 'value'],
  published_page: ['path', 'tags', 'hash', 'build'],
  former_name: ['appearance_hash'],
  rate_limit: ['key'],
  recent_content: ['content_hash'],
  report: ['kind', 'message', 'state', 'outcome', 'note'],
  push_choice: ['notices', 'time_zone'],
  push_subscription: ['session_hash', 'endpoint', 'p256dh', 'auth', 'user_agent'],
  search_word: ['word', 'sound'],
  section: ['name', 'name_en'],
  sensitive_word: ['word', 'normalized', 'action', 'replacement'],
  sent_write: ['kind'],
  session: ['token_hash', 'kind', 'id_token', 'ip', 'user_agent'],
  sign_in: ['kind', 'event', 'reason', 'ip', 'user_agent'],
  theme: ['name', 'name_en'],
  thread: ['subject', 'excerpt', 'language', 'state'],
  thread_view: ['visitor'],
  invalidation: ['tag'],
  upload: ['hash', 'path', 'mime'],
  user: [
    'issuer',
    'subject',
    'username',
    'nickname',
    'name_appearance',
    'realname',
    'description',
    'language',
    'email',
    'mobile',
    'qq',
    'created_ip',
    'login_ip',
    'notify',
  ],
  user_note: ['text'],
  user_tag: ['language', 'text', 'color'],
  warning: ['note'],
  watch: ['kind', 'level'],
};

test('[R33] every column with text is known either to name uploads or not to', () => {
  const unknown: string[] = [];
  for (const table of Object.values(schema)) {
    if (!is(table, PgTable)) continue;
    const { name, columns } = getTableConfig(table);
    const known = [NAMES_NONE, SCANNED_COLUMNS, MARKED_COLUMNS].flatMap((list) => list[name] ?? []);
    for (const column of columns) {
      const said = column.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      if (/^(text|varchar|jsonb?)/.test(column.getSQLType()) && !known.includes(said))
        unknown.push(`${name}.${said}`);
    }
  }
  expect(unknown).toEqual([]);
});

let side = 40;
async function sent(): Promise<string> {
  const path = storagePath(
    (await uploadFiles(member, await plainPicture(++side, 30).png().toBuffer())).body.data[0],
  );
  await db.execute(
    sql`update upload set created_at = now() - interval '30 days' where path = ${path}`,
  );
  return path;
}

const columns = Object.entries(SCANNED_COLUMNS).flatMap(([table, names]) =>
  names.map((column) => [table, column] as const),
);

test('[R33] a picture in an icon, an avatar, a template, an announcement, a setting or a draft stays, and is deleted after that', async () => {
  await member.call('POST', '/api/v1/thread/draft', {
    forum_id: 1,
    subject: '草稿',
    message: '<p>写着</p>',
  });
  const before = new Map<string, unknown>();
  const paths: string[] = [];
  for (const [table, column] of columns) {
    const path = await sent();
    paths.push(path);
    const [at, name] = [sql.identifier(table), sql.identifier(column)];
    const [row] = (
      await db.execute<{ key: string; value: unknown }>(
        sql`select ctid::text as key, ${name} as value from ${at} order by id limit 1`,
      )
    ).rows;
    expect(row, `${table} has a row`).toBeDefined();
    before.set(`${table}.${column}`, row?.value);
    const json = table === 'config_entry' || table === 'draft';
    const value = json
      ? sql`${JSON.stringify({ cards: [{ image: `/uploads/${path}` }] })}::jsonb`
      : sql`${`<img src="https://forum.example/uploads/${path}">`}`;
    await db.execute(
      sql`
        update ${at}
        set ${name} = ${value}
        where id = (select id from ${at} order by id limit 1)`,
    );
  }
  const unused = await sent();
  expect(await sweepUploads(db, storage)).toBe(1);
  expect(await storage.has(unused)).toBe(false);
  expect(await Promise.all(paths.map((path) => storage.has(path)))).toEqual(paths.map(() => true));

  for (const [table, column] of columns) {
    const [at, name] = [sql.identifier(table), sql.identifier(column)];
    const was = before.get(`${table}.${column}`);
    const value = typeof was === 'string' ? sql`${was}` : sql`${JSON.stringify(was)}::jsonb`;
    await db.execute(
      sql`
        update ${at}
        set ${name} = ${value}
        where id = (select id from ${at} order by id limit 1)`,
    );
  }
  expect(await sweepUploads(db, storage)).toBe(paths.length);
});

test('[R33] a picture that comes into use while others are swept stays, and nothing is blocked by it', async () => {
  const path = await sent();
  const writer = await db.$client.connect();
  try {
    await writer.query('begin');
    await writer.query('update upload set used_at = now() where path = $1', [path]);
    const swept = sweepUploads(db, storage);
    const waits = waitForLocks(db, 1).then(
      () => 'waits',
      () => 'waited for nothing',
    );
    expect(await Promise.race([swept, waits])).toBe(0);
    await writer.query('commit');
  } finally {
    writer.release(true);
  }
  expect((await db.execute(sql`select from upload where path = ${path}`)).rows).toHaveLength(1);
});
