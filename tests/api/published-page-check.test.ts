import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import { threadPath } from '#contracts/paths.ts';
import { removeOrphanFiles } from '#publish/audit/orphan-files.ts';
import { createFolderPages } from '#publish/files/folder-pages.ts';
import { iterateAllPaths } from '#publish/render/all-paths.ts';
import { thread as makeThread } from '../support/factories.ts';
import {
  ADMIN,
  BANNED,
  hasPageFile,
  MEMBER,
  OTHER,
  pageFile,
  startPublishingSite,
  waitPatiently,
} from '../support/publishing-site.ts';
import { runScript } from '../support/run-script.ts';

/* The check that compares the published files with the database. */

// Several servers start in this file, and some are killed, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

describe('[R39] the check of a forum that is well', async () => {
  const site = await startPublishingSite();

  test('[R24] a reply that opens a page leaves no page with an older number of pages', async () => {
    // by the pages before the reply: what the second page of phones shows after it
    const shown = new Map([
      [14, '2/15'],
      [17, '2/16+'],
      [24, '2/24+'],
    ]);
    for (const [pages, text] of shown) {
      const { id } = await makeThread(site.db, { replies: pages * REPLIES_PER_PAGE });
      for (const root of ['zh', 'phone/zh'] as const)
        for (let page = 1; page <= pages; page++)
          expect((await site.visit(threadPath(root, id, page))).status).toBe(200);
      await site.reply(id, `第 ${pages + 1} 页`);
      await site.publishPending();
      const phonePage = readFileSync(pageFile(site, threadPath('phone/zh', id, 2)), 'utf8');
      expect(phonePage).toContain(`>${text}<`);
    }
    expect(await site.check()).toEqual([]);
  });

  test('finds nothing after normal use, and finds a file that differs from the database', async () => {
    const thread = await site.thread('检查');
    const [merged, deleted, restored] = [
      await site.thread('并入'),
      await site.thread('删除'),
      await site.thread('恢复'),
    ];
    const people = [MEMBER, OTHER, BANNED];
    const paths = [
      ...(((await iterateAllPaths(site.db).next()).value ?? []) as string[]).filter((path) =>
        /^\/(?:phone\/)?\w\w(?:$|\/(?:latest|newest|hot|digest|forums|forum\/[12])\b)/.test(path),
      ), // lists, and pages of active forums
      ...['zh', 'en', 'phone/zh', 'phone/en'].flatMap((root) => [
        ...[1, 2, 3, 4, 5, thread, merged].map((id) => `/${root}/post/${id}`),
        ...people.flatMap((id) => ['', '/replies'].map((tab) => `/${root}/user/${id}${tab}`)),
      ]),
      ...['/zh/feed.xml', '/zh/forum/1/feed.xml', '/zh/atom.xml', '/sitemap.xml'],
    ];
    for (const path of paths) expect((await site.visit(path)).status, path).toBe(200);
    const acts = async (by: number, ...calls: [method: string, path: string, body?: unknown][]) => {
      for (const [method, path, body] of calls)
        expect((await site.call(by, method, path, body)).body, path).toMatchObject({ code: 0 });
    };
    const said: number[] = [];
    for (let count = 0; count < 23; count++) said.push(await site.reply(thread, `检查${count}`));
    for (const id of [1, 2, thread]) await site.visit(`/api/v1/thread/info?id=${id}`);
    await acts(
      MEMBER,
      [
        'PUT',
        '/api/v1/thread',
        {
          id: thread,
          forum_id: 1,
          type_id: 1,
          language: 'zh_CN',
          subject: '检查过的主题',
          message: '<p>改过的正文</p>',
        },
      ],
      ['PUT', '/api/v1/thread/post', { id: said[5], message: '<p>改过的回复 12</p>' }],
      ['POST', '/api/v1/post/comment', { post_id: said[6], message: '<p>点评 34</p>' }],
      ['DELETE', `/api/v1/thread/post?id=${said[3]}`],
    );
    await acts(
      OTHER,
      ['POST', '/api/v1/thread/up', { id: thread, idtype: 'tid' }],
      ['POST', '/api/v1/thread/favorite', { id: 1 }],
      ['POST', '/api/v1/thread/up', { id: said[7], idtype: 'pid' }],
    );
    await acts(
      ADMIN,
      ['POST', '/api/v1/thread/up', { id: 1, idtype: 'tid' }],
      ['PUT', '/api/v1/thread/update', { field: 'is_top_forum', ids: [4], value: 1 }],
      ['PUT', '/api/v1/thread/update', { field: 'is_digest', ids: [1, thread], value: 1 }],
      ['POST', '/api/v1/thread/close', { thread_id: 3, is_closed: 1 }],
      ['PUT', '/api/v1/post/update', { top: 1, ids: [said[8]] }],
      ['POST', '/api/v2/moderation/actions', { action: 'hide', kind: 'reply', ids: [said[9]] }],
      [
        'POST',
        '/api/v2/moderation/actions',
        { action: 'merge', kind: 'thread', ids: [merged], into: thread },
      ],
      [
        'POST',
        '/api/v2/moderation/actions',
        { action: 'split', kind: 'reply', ids: [said[10], said[11]], subject: '拆出的主题' },
      ],
      ['POST', '/api/v2/user/threads/move', { ids: [2, thread], forum_id: 2 }],
      ['PUT', '/api/v1/thread/delete', { msg: [{ id: deleted, note: '重复' }] }],
      ['POST', '/api/v2/moderation/actions', { action: 'hide', kind: 'thread', ids: [restored] }],
      [
        'POST',
        '/api/v2/moderation/actions',
        { action: 'restore', kind: 'thread', ids: [restored] },
      ],
      [
        'POST',
        '/api/v1/user/crime',
        { user_id: BANNED, action: 2, reason: '广告', hide_thread: 1 },
      ],
    );
    await site.publishPending();
    // A job updates pages after a level change within five minutes (src/decisions/thread-pages.md).
    await site.db.execute(
      sql`update "user" set level_id = case level_id when 8 then 7 else 8 end where id = ${MEMBER}`,
    );
    expect(await site.check()).toEqual([]);
    writeFileSync(
      pageFile(site, '/zh/post/2'),
      readFileSync(pageFile(site, '/zh/post/2'), 'utf8').replace('</h1>', '（改过）</h1>'),
    );
    writeFileSync(join(dirname(pageFile(site, '/zh/post/2')), '..', 'left.xml'), 'left behind');
    expect(await site.check()).toEqual([
      { path: '/zh/post/2', kind: 'differs' },
      { path: '/zh/post/left.xml', kind: 'unrecorded' },
    ]);
  });

  test('reordering a thread renders it on both sites, and in the other language if published', async () => {
    const { rows: threads } = await site.db.execute<{ id: number; language: string }>(sql`
      select t.id, t.language
      from thread t
      join forum f on f.id = t.forum_id and f.access = 'public'
      where t.state = 'normal'
        and t.checked
        and t.last_floor < 10
        and not exists (select from published_page where path like '%/post/' || t.id)
      order by t.id
      limit 1`);
    const id = threads[0]?.id;
    const [own, other] = threads[0]?.language === 'en_US' ? ['en', 'zh'] : ['zh', 'en'];
    expect((await site.visit(`/${other}/post/${id}`)).status).toBe(200);
    const { job } = await site.administer<{ job: number }>(
      'POST',
      '/api/v2/admin/publishing/jobs',
      { what: 'thread', id },
    );
    await waitPatiently(async () =>
      expect(await site.administer('GET', `/api/v2/admin/jobs/${job}`)).toMatchObject({
        state: 'done',
      }),
    );
    const { rows } = await site.db.execute(
      sql`select params->'paths' as paths from job where id = ${job}`,
    );
    expect(rows[0]?.paths).toEqual([
      `/${own}/post/${id}`,
      `/phone/${own}/post/${id}`,
      `/${other}/post/${id}`,
    ]);
    for (const path of [`/${own}/post/${id}`, `/phone/${own}/post/${id}`])
      expect(hasPageFile(site, path), path).toBe(true);
  });

  test('[R26] a poll that expires is shown closed', async () => {
    const { rows } = await site.db.execute(sql`
      select p.thread_id as id, t.language
      from poll p
      join thread t on t.id = p.thread_id
      join forum f on f.id = t.forum_id
      where t.state = 'normal' and t.checked and f.access = 'public' and t.user_id <> ${BANNED}
      order by 1
      limit 1`);
    const path = `/${rows[0]?.language === 'en_US' ? 'en' : 'zh'}/post/${rows[0]?.id}`;
    await site.db.execute(
      sql`update poll set expires_at = now() + interval '1 day' where thread_id = ${rows[0]?.id}`,
    );
    await site.order(`t:${rows[0]?.id}`);
    await waitPatiently(async () =>
      expect((await site.visit(path)).text).toContain('data-act="vote"'),
    );
    await site.db.execute(sql`update poll set expires_at = now() where thread_id = ${rows[0]?.id}`);
    await site.db.execute(sql`select graphile_worker.add_job('polls', '{}')`);
    await waitPatiently(async () =>
      expect((await site.visit(path)).text).not.toContain('data-act="vote"'),
    );
  });
});

describe('[R39, R40] files that no record names', async () => {
  const site = await startPublishingSite();
  const orphan = (path: string) => {
    mkdirSync(dirname(pageFile(site, path)), { recursive: true });
    for (const ending of ['', '.br', '.gz'])
      writeFileSync(pageFile(site, path) + ending, 'left behind');
  };

  test('are removed by a takedown, in all their forms', async () => {
    const thread = await site.thread('孤儿');
    await waitPatiently(() => expect(hasPageFile(site, `/zh/post/${thread}`)).toBe(true));
    const paths = ['zh', 'en', 'phone/zh', 'phone/en'].flatMap((root) => [
      `/${root}/post/${thread}`,
      `/${root}/post/${thread}/2`,
    ]);
    await site.db.execute(
      sql`
        delete from published_page
        where path = any(
            array[
              ${sql.join(
                paths.map((path) => sql`${path}`),
                sql`, `,
              )}
            ]
          )`,
    );
    for (const path of paths) orphan(path);
    expect((await site.call(MEMBER, 'DELETE', `/api/v1/thread?id=${thread}`)).body.code).toBe(0);
    for (const path of paths)
      for (const ending of ['', '.br', '.gz'])
        expect(existsSync(pageFile(site, path) + ending), path + ending).toBe(false);
    expect((await site.visit(`/en/post/${thread}`)).status).toBe(406);
  });

  test('finds an empty compressed form and an empty page, and repairs both when asked', async () => {
    const [page, form] = ['/zh/post/3', '/zh/post/4'];
    for (const path of [page, form]) expect((await site.visit(path)).status).toBe(200);
    await waitPatiently(async () =>
      expect((await site.db.execute(sql`select path from page_write`)).rows).toEqual([]),
    );
    truncateSync(pageFile(site, page));
    truncateSync(`${pageFile(site, form)}.gz`);
    const run = (...options: string[]) =>
      runScript('publish', ['--check', '--all', ...options], {
        DATABASE_URL: site.databaseUrl,
        SITE_DIR: site.siteDir,
        SITE_URL: site.url,
      });
    const first = await run('--repair');
    expect(first.stdout).toMatch(new RegExp(`^(?:differs|damaged) +${page}$`, 'm'));
    expect(first.stdout).toMatch(new RegExp(`^damaged +${form}$`, 'm'));
    expect([first.code, (await run()).code]).toEqual([0, 0]);
  });

  test('a page whose writer was killed between its record and its file is made again', async () => {
    expect((await site.visit('/zh/forums')).status).toBe(200);
    writeFileSync(pageFile(site, '/zh/forums'), 'what stood there before');
    await site.db.execute(
      sql`
        insert into page_write (path, begun_at)
        values ('/zh/forums', now() - interval '2 minutes')
        on conflict (path) do update set begun_at = excluded.begun_at, written_at = null`,
    );
    await waitPatiently(() =>
      expect(readFileSync(pageFile(site, '/zh/forums'), 'utf8')).toContain('<html'),
    );
    // The row is deleted after the file: the writer may be killed between the two.
    await waitPatiently(async () =>
      expect(
        (await site.db.execute(sql`select * from page_write where written_at is null`)).rows,
      ).toEqual([]),
    );
  });

  test('[R41] a public feed is full, however many threads a private forum has that are newer', async () => {
    expect((await site.visit('/zh/feed.xml')).status).toBe(200);
    await site.db.execute(sql`update forum set access = 'members' where id = 2`);
    await site.db.execute(
      sql`
        update thread
        set created_at = now() + interval '1 hour'
        where id in (select id from thread where forum_id = 2 order by id limit 60)`,
    );
    await site.db.execute(
      sql`
        update thread
        set forum_id = 2, created_at = now() + interval '1 hour'
        where id in (
            select id
            from thread
            where forum_id <> 2 and state = 'normal'
            order by id desc
            limit 45
          )`,
    );
    await site.order('l:0:newest');
    await waitPatiently(() =>
      expect(readFileSync(pageFile(site, '/zh/feed.xml'), 'utf8').split('<item>').length - 1).toBe(
        30,
      ),
    );
  });

  test('are found and removed by the audit, and by a start after a crash; recorded complete ones stay', async () => {
    const begun = `${pageFile(site, '/zh/post/1')}.1-1.part`;
    expect((await site.visit('/zh/post/1')).status).toBe(200);
    orphan('/en/post/123456');
    orphan('/phone/zh/user/99/replies');
    writeFileSync(begun, 'half');
    expect(
      (
        await removeOrphanFiles({
          db: site.db,
          lockDb: site.db,
          pages: createFolderPages(site.siteDir),
        })
      ).sort(),
    ).toEqual(['/en/post/123456', '/phone/zh/user/99/replies']);
    expect([existsSync(begun), hasPageFile(site, '/en/post/123456')]).toEqual([false, false]);
    expect(hasPageFile(site, '/zh/post/1')).toBe(true);

    await site.kill();
    orphan('/en/post/123456');
    writeFileSync(begun, 'half');
    const again = await startPublishingSite(
      { DATA_DIR: site.dataDir, SITE_DIR: site.siteDir },
      site.databaseUrl,
    );
    await waitPatiently(() =>
      expect([existsSync(begun), hasPageFile(site, '/en/post/123456')]).toEqual([false, false]),
    );
    expect(hasPageFile(site, '/zh/post/1')).toBe(true);
    await again.stop();
    expect(readdirSync(join(site.siteDir, '.publishing'))).toEqual([]);
  });
});
