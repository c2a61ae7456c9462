import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { gatherMail } from '#domain/delivery/mail/gather.ts';
import { ensureScheduled } from '#domain/operations/ensure-scheduled.ts';
import { indexAllChanges } from '#domain/search/index-posts.ts';
import { readEnv } from '#platform/env.ts';
import { createLog } from '#platform/log.ts';
import { startBackgroundJobs } from '#server/background-jobs.ts';
import type { Renderer } from '#server/renderer-client.ts';
import { restoreBackup } from '../../scripts/backup/restore-backup.ts';
import { noteUnindexed } from '../../scripts/backup/settle-restored.ts';
import { writeBackup } from '../../scripts/backup/write-backup.ts';
import { member, thread } from '../support/factories.ts';
import {
  mailVariables,
  setMailAddress,
  startMailServer,
  threadWithReplies,
} from '../support/mail-server.ts';
import { testApi } from '../support/test-api.ts';
import { blankDatabase, demoDatabase } from '../support/test-database.ts';
import { temporaryFolder } from '../support/test-site.ts';

/* A restored forum continues with the work that was pending when its backup was made. */

const WAITING_MAIL = 120;

const source = await demoDatabase();
const { db, url } = await blankDatabase();
const server = await startMailServer();
const variables = mailVariables(server);
const env = readEnv({ SITE_URL: 'https://forum.example', ...variables });

/** A user with a reminder that is due soon, and one that became due meanwhile. */
let owner: number;
let soon: number;
let missed: number;
/** A user whose ban starts soon, and one whose ban ends soon. */
let banned: number;
let released: number;
/** The post that was edited when the backup was made. */
let changed: number;

const count = async (what: ReturnType<typeof sql>): Promise<number> =>
  (await db.execute<{ n: number }>(sql`select count(*)::int as n ${what}`)).rows[0]?.n as number;
const keys = async (): Promise<string[]> =>
  (
    await db.execute<{ key: string }>(sql`
      select key
      from graphile_worker.jobs
      where key ~ '^(bookmark|ban|mail|job|export):'
      order by key`)
  ).rows.map(({ key }) => key);
const searchChanges = async () =>
  (
    await db.execute(sql`
      select post_id as "postId", comment_id as "commentId"
      from search_change
      order by id`)
  ).rows;

/** A bookmark with a reminder in `seconds` seconds. */
async function bookmark(userId: number, postId: number, seconds: number): Promise<number> {
  const { rows } = await source.db.execute<{ id: number }>(sql`
    insert into bookmark (user_id, post_id, note, remind_at)
    values (${userId}, ${postId}, 'look again', now() + make_interval(secs => ${seconds}))
    returning id`);
  return rows[0]?.id as number;
}

/** Fills a forum with every kind of pending work. */
async function fillSource(): Promise<void> {
  const on = source.db;
  await indexAllChanges(on);
  const { replies } = await thread(on, { replies: 3 });
  [owner, banned, released] = [await member(on), await member(on), await member(on)];
  await setMailAddress(on, owner);
  soon = await bookmark(owner, replies[0] as number, 300);
  missed = await bookmark(owner, replies[1] as number, -300);
  await on.execute(sql`
    update "user"
    set banned_from = now() + interval '5 minutes', banned_until = 'infinity'
    where id = ${banned}`);
  await on.execute(sql`
    update "user"
    set banned_from = now() - interval '1 day', banned_until = now() + interval '5 minutes'
    where id = ${released}`);
  await on.execute(sql`
    insert into mail_choice (user_id, frequency, digest, time_zone, digest_at)
    values (${owner}, 'now', true, 'UTC', now() - interval '1 day')`);
  await on.execute(sql`insert into push_choice (user_id, time_zone) values (${owner}, 'UTC')`);
  await on.execute(sql`
    insert into session (token_hash, user_id, expires_at)
    values ('hash', ${owner}, now() + interval '1 day')`);
  await on.execute(sql`
    insert into push_subscription (user_id, session_hash, endpoint, p256dh, auth)
    values (${owner}, 'hash', 'https://push.example/one', 'p', 'a')`);
  await on.execute(sql`
    insert into mail (user_id, kind)
    select ${owner}, 'notices'
    from generate_series(1, ${WAITING_MAIL})`);
  await on.execute(sql`
    insert into delivery_event (channel, user_id, key, kind, due_at)
    select channel, ${owner}, key, 'reply', now() + after
    from
      (values ('mail'), ('push')) as channels(channel),
      (values ('old', interval '-1 minute'), ('later', interval '1 day')) as events(key, after)`);
  await on.execute(sql`
    insert into account_export (user_id, state, seen_at)
    values
      (${owner}, 'ready', now() - interval '1 hour'),
      (${banned}, 'waiting', now() - interval '1 hour')`);
  await on.execute(sql`
    insert into job (kind, state, updated_at)
    values ('resanitize', 'running', now() - interval '1 hour')`);
  await indexAllChanges(on);
  changed = replies[2] as number;
  await on.execute(sql`update post set html = html || '<p>more</p>' where id = ${changed}`);
}

beforeAll(async () => {
  await fillSource();
  const folder = temporaryFolder('restored');
  const file = join(folder, 'forum.tar');
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  cpSync(join(source.demoDataDir, 'uploads'), join(from, 'uploads'), { recursive: true });
  mkdirSync(to);
  await writeBackup({ ...readEnv({ DATA_DIR: from }), DATABASE_URL: source.url }, file);
  await restoreBackup({ ...readEnv({ DATA_DIR: to }), DATABASE_URL: url }, file);
}, 120_000);

describe('[ops] a restored forum', () => {
  test('has only those texts to index that waited when the backup was made', async () => {
    expect(await searchChanges()).toEqual([{ postId: changed, commentId: 0 }]);
  });

  test('notes the texts that are changed after the restore', async () => {
    await db.execute(sql`delete from search_change`);
    await db.execute(sql`update post set html = html || '<p>after</p>' where id = ${changed}`);
    expect(await searchChanges()).toEqual([{ postId: changed, commentId: 0 }]);
  });

  test('of a backup that doesn’t say which texts waited indexes those that the search lacks', async () => {
    await db.execute(sql`delete from search_change`);
    await db.execute(sql`delete from post_search where post_id = ${changed} and comment_id = 0`);
    const client = await db.$client.connect();
    try {
      const tables = [{ name: 'post_search', columns: ['post_id'] }];
      await noteUnindexed(client, { tables } as Parameters<typeof noteUnindexed>[1]);
    } finally {
      client.release();
    }
    expect(await searchChanges()).toEqual([{ postId: changed, commentId: 0 }]);
  });

  test('counts unsent mails as sent', async () => {
    const { rows } = await db.execute(sql`
      select state, error, count(*)::int as n
      from mail
      where user_id = ${owner}
      group by 1, 2`);
    expect(rows).toEqual([{ state: 'failed', error: 'interrupted', n: WAITING_MAIL }]);
  });

  test('retains deliveries that aren’t due yet', async () => {
    const { rows } = await db.execute(
      sql`select channel, key from delivery_event where user_id = ${owner} order by channel`,
    );
    expect(rows).toEqual([
      { channel: 'mail', key: 'later' },
      { channel: 'push', key: 'later' },
    ]);
  });

  test('mails a digest that was due meanwhile at its next time', async () => {
    expect(await count(sql`from mail_choice where user_id = ${owner} and digest_at > now()`)).toBe(
      1,
    );
  });

  test('shows a reminder that was due meanwhile among the notifications, as of its time', async () => {
    const { rows } = await db.execute(sql`
      select n.kind, n.note, n.created_at < now() - interval '4 minutes' as past
      from notification n
      join bookmark b on b.post_id = n.post_id and b.user_id = n.user_id
      where b.id = ${missed} and b.remind_at is null`);
    expect(rows).toEqual([{ kind: 'reminder', note: 'look again', past: true }]);
  });

  test('lets a person order an archive again whose file isn’t in the backup', async () => {
    expect(
      await count(sql`from account_export where user_id = ${owner} and state = 'failed'`),
    ).toBe(1);
  });

  test('gets the jobs that its tables promise, once', async () => {
    expect(await keys()).toEqual([]);
    const added = await ensureScheduled(db);
    expect(added).toEqual({ reminder: 1, banBegin: 1, banEnd: 1, mail: 0, export: 1, job: 1 });
    expect(await keys()).toEqual([
      `ban:${banned}:begin`,
      `ban:${released}:end`,
      `bookmark:${soon}`,
      expect.stringMatching(/^export:\d+$/),
      expect.stringMatching(/^job:\d+$/),
    ]);
    const { job: _, ...again } = await ensureScheduled(db);
    expect(again).toEqual({ reminder: 0, banBegin: 0, banEnd: 0, mail: 0, export: 0 });
  });

  test('mails events after the restore', async () => {
    const api = await testApi(db, variables);
    await threadWithReplies(db, api, owner);
    await db.execute(sql`
      update delivery_event set due_at = now() where user_id = ${owner} and key <> 'later'`);
    expect(await gatherMail(db)).toBe(1);
  });
});

describe('[ops] the jobs of rows', () => {
  const wait = () =>
    db.execute<{ id: number }>(sql`
      insert into mail (user_id, kind) values (${owner}, 'notices') returning id`);
  const keyOf = async () => `mail:${(await wait()).rows[0]?.id}`;

  test('are added for a mail whose job has used up its attempts', async () => {
    const key = await keyOf();
    expect((await ensureScheduled(db)).mail).toBeGreaterThan(0);
    await db.execute(sql`
      update graphile_worker._private_jobs
      set attempts = max_attempts
      where key = ${key}`);
    expect((await ensureScheduled(db)).mail).toBe(1);
    expect(await count(sql`from graphile_worker.jobs where key = ${key} and attempts = 0`)).toBe(1);
  });

  test('are left alone while a process runs them, until it is taken for dead', async () => {
    const key = await keyOf();
    await ensureScheduled(db);
    const lockedFor = (minutes: number) =>
      db.execute(sql`
        update graphile_worker._private_jobs
        set locked_at = now() - make_interval(mins => ${minutes}), attempts = max_attempts
        where key = ${key}`);
    await lockedFor(1);
    expect((await ensureScheduled(db)).mail).toBe(0);
    await lockedFor(16);
    expect((await ensureScheduled(db)).mail).toBe(1);
  });

  test('of mails are spread over the rate', async () => {
    await ensureScheduled(db);
    await db.execute(sql`delete from graphile_worker._private_jobs where key like 'mail:%'`);
    await db.execute(sql`
      insert into mail (user_id, kind)
      select ${owner}, 'notices'
      from generate_series(1, 120)`);
    await ensureScheduled(db);
    expect(
      await count(sql`
        from graphile_worker.jobs
        where key like 'mail:%' and run_at > now() + interval '50 seconds'`),
    ).toBeGreaterThan(15);
    await db.execute(sql`delete from mail where state = 'waiting'`);
  });

  test('that are deleted end without an error', async () => {
    await db.execute(sql`delete from graphile_worker._private_jobs`);
    const gone = 2_000_000_000;
    const jobs = await startBackgroundJobs({
      db,
      lockDb: db,
      env,
      log: createLog('silent'),
      renderer: {} as Renderer,
      takeDown: async () => {},
    });
    try {
      for (const [task, payload] of Object.entries({
        reminder: { bookmark: gone },
        ban: { user: gone },
        mail: { mail: gone },
        export: { export: gone },
        job: { id: gone },
        level: { user: gone },
      }))
        await db.execute(sql`
          select graphile_worker.add_job(
            ${task}::text,
            ${JSON.stringify(payload)}::json,
            job_key => ${`gone:${task}`},
            max_attempts => 1
          )`);
      await expect
        .poll(() => count(sql`from graphile_worker.jobs where key like 'gone:%'`), {
          timeout: 20_000,
        })
        .toBe(0);
    } finally {
      await jobs.stop();
    }
  });

  test('are added by the background jobs', async () => {
    await db.execute(sql`delete from graphile_worker._private_jobs`);
    await db.execute(sql`update bookmark set remind_at = now() where id = ${soon}`);
    const jobs = await startBackgroundJobs({
      db,
      lockDb: db,
      env,
      log: createLog('silent'),
      renderer: {} as Renderer,
      takeDown: async () => {},
    });
    try {
      await expect
        .poll(() => count(sql`from bookmark where id = ${soon} and remind_at is null`), {
          timeout: 20_000,
        })
        .toBe(1);
    } finally {
      await jobs.stop();
    }
  });
});
