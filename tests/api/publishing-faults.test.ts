import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hasAnyPageFile } from '#publish/files/site-files.ts';
import { PEOPLE } from '../support/people.ts';
import {
  countInLog,
  hasPageFile,
  MEMBER,
  pageFile,
  readFailures,
  startPublishingSite,
  waitPatiently,
} from '../support/publishing-site.ts';

/* The publisher while one of its dependencies fails. */

// Several servers start in this file, and some are killed, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

describe('[R39] while the database stumbles, or the disk', async () => {
  const site = await startPublishingSite();
  const WATCHED = [
    '/zh',
    '/en',
    '/zh/forum/1',
    '/zh/forums',
    '/zh/post/1',
    '/en/post/1',
    '/phone/zh/post/1',
    `/zh/user/${PEOPLE.member}`,
    '/zh/feed.xml',
    '/sitemap.xml',
  ];
  beforeEach(async () => {
    for (const path of WATCHED) expect((await site.visit(path)).status, path).toBe(200);
    await waitPatiently(async () => expect(await readFailures(site)).toEqual([]));
  });

  /** Does work while a column that pages read is renamed. */
  const whileRenamed = async (
    table: 'user' | 'thread',
    column: string,
    work: () => Promise<void>,
  ) => {
    const rename = (from: string, to: string) =>
      site.db.$client.query(`alter table "${table}" rename column ${from} to ${to}`);
    await rename(column, `${column}_away`);
    try {
      await work();
    } finally {
      await rename(`${column}_away`, column);
    }
  };

  test('pages that can’t be read stay unchanged, and are rendered again afterwards', async () => {
    await whileRenamed('user', 'nickname', async () => {
      // before the invalidations and without one of its own: the successful attempt has read it
      await site.db.execute(sql`update thread set subject = '改过的标题' where id = 1`);
      for (const tag of ['forums', 'l:0:latest', 't:1', `u:${PEOPLE.member}`])
        await site.order(tag);
      await waitPatiently(async () =>
        expect((await readFailures(site)).map(({ path }) => path)).toEqual(
          expect.arrayContaining(['/zh', '/zh/post/1', '/phone/zh/post/1']),
        ),
      );
      for (const path of WATCHED) expect((await site.visit(path)).status, path).toBe(200);
      await waitPatiently(async () =>
        expect(
          (await site.db.execute(sql`select tag from invalidation where urgency = 2`)).rows,
        ).toEqual([]),
      );
    });
    await waitPatiently(async () => expect(await readFailures(site)).toEqual([]));
    for (const path of ['/zh/post/1', '/phone/zh/post/1'])
      expect(readFileSync(pageFile(site, path), 'utf8'), path).toContain('改过的标题');
  });

  /** Does work while the tables of posts and forums are locked. */
  const whileLocked = async (work: () => Promise<void>) => {
    const client = await site.db.$client.connect();
    try {
      await client.query('begin; lock table post, forum in access exclusive mode');
      await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  test('a locked table: published pages and cached replies still work, an unpublished page answers “try again later”', async () => {
    const missing = '/zh/post/3';
    const { rowCount } = await site.db.$client.query('select from published_page where path = $1', [
      missing,
    ]);
    expect(rowCount).toBe(0);
    await whileLocked(async () => {
      for (const path of WATCHED) expect((await site.visit(path)).status, path).toBe(200);
      const refused = await site.visit(missing);
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
    });
    // A reply is cached until the next write, which a job of the server may do in between.
    await waitPatiently(async () => {
      expect((await site.visit('/api/v1/forum')).status).toBe(200);
      await whileLocked(async () => {
        expect((await site.visit('/api/v1/forum')).status).toBe(200);
      });
    });
    await waitPatiently(async () => expect((await site.visit(missing)).status).toBe(200));
  });

  test('a requested page is rendered, though all connections end meanwhile', async () => {
    const client = await site.db.$client.connect();
    const ofRenderer = `
      from pg_stat_activity
      where datname = current_database()
        and application_name in ('forum renderer', 'forum publisher')`;
    try {
      await client.query('begin; lock table post in access exclusive mode');
      const visit = site.visit('/zh/post/4');
      await waitPatiently(async () =>
        expect(
          (await client.query(`select ${ofRenderer} and wait_event_type = 'Lock'`)).rowCount,
        ).toBeGreaterThan(0),
      );
      await client.query(`select pg_terminate_backend(pid) ${ofRenderer}; rollback`);
      expect((await visit).status).toBe(200);
    } finally {
      client.release();
    }
    expect((await readFailures(site)).map(({ path }) => path)).not.toContain('/zh/post/4');
  });

  test('a page with a lifetime of a minute is served unchanged until a newer one can be rendered', async () => {
    const path = '/zh/latest/2';
    const before = await site.visit(path);
    expect(before.status).toBe(200);
    await site.db.execute(
      sql`update published_page set expires_at = now() - interval '1 second' where path = ${path}`,
    );
    await waitPatiently(() => expect(hasPageFile(site, path)).toBe(false));
    await whileRenamed('thread', 'subject', async () => {
      const during = await site.visit(path);
      expect([during.status, during.text]).toEqual([200, before.text]);
    });
    expect((await site.visit(path)).status).toBe(200);
    expect(hasPageFile(site, path)).toBe(true);
    expect(existsSync(`${pageFile(site, path)}.aside`)).toBe(false);
  });

  test('one page that can’t be made holds up no other, and administrators see it', async () => {
    const bad = await site.thread('坏页');
    const good = await site.thread('好页');
    await waitPatiently(() =>
      expect(hasPageFile(site, `/zh/post/${bad}`) && hasPageFile(site, `/zh/post/${good}`)).toBe(
        true,
      ),
    );
    await site.db.execute(
      sql`
        update published_page
        set build = 'older'
        where path in (${`/zh/post/${bad}`}, ${`/zh/post/${good}`})`,
    );
    await site.db.execute(sql`update thread set created_at = 'infinity' where id = ${bad}`);
    await site.reply(good, '好页的回复');
    await site.order(`t:${bad}`);
    await waitPatiently(() =>
      expect(readFileSync(pageFile(site, `/zh/post/${good}`), 'utf8')).toContain('好页的回复'),
    );
    await waitPatiently(async () =>
      expect((await readFailures(site)).map(({ path }) => path)).toContain(`/zh/post/${bad}`),
    );
    await waitPatiently(async () =>
      expect(
        (
          await site.db.execute(
            sql`
              select count(*)::int as n
              from published_page
              where build = 'older' and path = ${`/zh/post/${good}`}`,
          )
        ).rows,
      ).toEqual([{ n: 0 }]),
    );
    expect((await site.visit(`/zh/post/${bad}`)).text).toContain('坏页正文');
    expect(await site.administer('GET', '/api/v2/admin/publishing/failures')).toMatchObject({
      rows: expect.arrayContaining([
        expect.objectContaining({ path: `/zh/post/${bad}`, message: expect.any(String) }),
      ]),
    });
    expect(await site.check()).toContainEqual({ path: `/zh/post/${bad}`, kind: 'fails' });
    await site.db.execute(sql`update thread set created_at = now() where id = ${bad}`);
    await waitPatiently(async () =>
      expect((await readFailures(site)).map(({ path }) => path)).not.toContain(`/zh/post/${bad}`),
    );
  });

  test('connections that are ended cost no page', async () => {
    const thread = await site.thread('断线');
    for (let round = 0; round < 10; round++) {
      const said = site.reply(thread, `断线${round}回`).catch(() => undefined);
      await site.db.execute(
        sql`
          select pg_terminate_backend(pid)
          from pg_stat_activity
          where datname = current_database()
            and application_name in (
              'forum renderer', 'forum publisher', 'forum publishing listener'
            )`,
      );
      await said;
      // a visit would render the vanished page again
      expect(WATCHED.filter((path) => !hasAnyPageFile(site.siteDir, path))).toEqual([]);
    }
    const last = await site.reply(thread, '断线之后');
    await waitPatiently(() =>
      expect(readFileSync(pageFile(site, `/zh/post/${thread}`), 'utf8')).toContain(`id="p${last}"`),
    );
  });

  test('many requests for one unpublished page all get it', async () => {
    const path = '/en/post/2';
    const answers = await Promise.all(Array.from({ length: 300 }, () => site.visit(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  /** Sets the file size limit, which simulates a full disk for the server. */
  const limit = (bytes: string) => {
    const pid = site.pid;
    const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}`], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  };

  test('[R40] pages can’t be written: people read, write and moderate; the operator is told once that it fails and once that it’s over, and nothing piles up', async () => {
    const [kept, taken] = [await site.thread('留着'), await site.thread('删掉')];
    await waitPatiently(() =>
      expect(hasPageFile(site, `/zh/post/${kept}`) && hasPageFile(site, `/zh/post/${taken}`)).toBe(
        true,
      ),
    );
    limit('0:unlimited');
    const said = await site.reply(kept, '写不下');
    await waitPatiently(async () =>
      expect(await site.administer('GET', '/api/v2/admin/publishing')).toMatchObject({
        storage: { error: expect.stringContaining('EFBIG') },
      }),
    );
    expect(await site.administer('GET', '/api/v2/admin/me')).toMatchObject({
      troubles: ['storage'],
    });
    expect((await site.visit(`/zh/post/${kept}`)).text).toContain('留着正文');
    expect((await site.visit('/en/about/privacy')).status, 'a page that doesn’t stand').toBe(200);
    expect((await site.call(MEMBER, 'DELETE', `/api/v1/thread?id=${taken}`)).body.code).toBe(0);
    expect(hasPageFile(site, `/zh/post/${taken}`)).toBe(false);
    for (let more = 0; more < 5; more++) await site.reply(kept, `再写${more}次`);
    expect(
      readdirSync(site.siteDir, { recursive: true }).filter((name) =>
        String(name).endsWith('.part'),
      ),
    ).toEqual([]);
    limit('unlimited:unlimited');
    await waitPatiently(() =>
      expect(readFileSync(pageFile(site, `/zh/post/${kept}`), 'utf8')).toContain(`id="p${said}"`),
    );
    await waitPatiently(async () =>
      expect(await site.administer('GET', '/api/v2/admin/publishing')).toMatchObject({
        storage: null,
      }),
    );
    expect(await site.administer('GET', '/api/v2/admin/me')).toMatchObject({ troubles: [] });
    expect([countInLog(site, 'pages.failed'), countInLog(site, 'pages.recovered')]).toEqual([1, 1]);
  });
});

describe('[R39, R40] without the renderer’s thread', async () => {
  const site = await startPublishingSite({ RENDERER_HEAP_MB: '96' });

  test('a page too large to render only fails its own rendering: it is retried later, others and takedowns continue', async () => {
    const [large, other] = [await site.thread('巨大'), await site.thread('旁边')];
    const word = await site.reply(other, '要删的话');
    await waitPatiently(() =>
      expect(readFileSync(pageFile(site, `/zh/post/${other}`), 'utf8')).toContain('要删的话'),
    );
    // Many small parts: the forum doesn't read a single text above the limit (large-texts.test.ts),
    // and one allocation beyond the memory limit may end the whole process.
    await site.db.execute(
      sql`
        insert into poll (thread_id, days, expires_at)
        values (${large}, 1, now() + interval '1 day')`,
    );
    await site.db.execute(
      sql`
        insert into poll_option (thread_id, rank, text)
        select ${large}, n, n || repeat('一二三四五六七八九十', 6)
        from generate_series(-32768, 32767) as n`,
    );
    await site.db.execute(sql`update thread set has_poll = true where id = ${large}`);
    await site.order(`t:${large}`);
    await waitPatiently(() => expect(site.log()).toContain('renderer.exited'));
    await site.call(MEMBER, 'DELETE', `/api/v1/thread/post?id=${word}`);
    expect((await site.visit(`/zh/post/${other}`)).text).not.toContain('要删的话');
    await waitPatiently(async () =>
      expect((await readFailures(site)).map(({ path }) => path)).toContain(`/zh/post/${large}`),
    );
    expect((await site.visit(`/zh/post/${large}`)).text).toContain('巨大正文');
    const later = await site.reply(other, '还能回复');
    await waitPatiently(() =>
      expect(readFileSync(pageFile(site, `/zh/post/${other}`), 'utf8')).toContain(`id="p${later}"`),
    );
    await site.db.execute(sql`update post set html = '<p>变小了</p>' where thread_id = ${large}`);
    await site.db.execute(sql`delete from poll where thread_id = ${large}`);
    await site.db.execute(sql`update publish_failure set next_at = now()`);
    await waitPatiently(() =>
      expect(readFileSync(pageFile(site, `/zh/post/${large}`), 'utf8')).toContain('变小了'),
    );
  });

  test('a rendering that hangs holds up no takedown: it loses its locks, and with them the right to write', async () => {
    const thread = await site.thread('挂住');
    await waitPatiently(() => expect(hasPageFile(site, `/zh/post/${thread}`)).toBe(true));
    const hanging = new pg.Client({ connectionString: site.databaseUrl });
    const lost = new Promise<string>((resolve) =>
      hanging.on('error', (error) => resolve(error.message)),
    );
    await hanging.connect();
    // as a renderer, see publish/render/render-locks.ts
    await hanging.query('select pg_advisory_lock_shared(7420002)');
    expect((await site.call(MEMBER, 'DELETE', `/api/v1/thread?id=${thread}`)).body.code).toBe(0);
    expect(hasPageFile(site, `/zh/post/${thread}`)).toBe(false);
    expect(await lost).toContain('terminat');
  });
});
