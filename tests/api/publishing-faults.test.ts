import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { createSession } from '#auth/session.ts';
import { createToken } from '#auth/token.ts';
import { xsrfTokenOf } from '#auth/xsrf.ts';
import { auditFiles } from '#publish/audit.ts';
import { everyPath } from '#publish/everything.ts';
import { fileOf, pageLeaves } from '#publish/files.ts';
import { type Site, startSite } from '../support/server.ts';

/* The publisher while something that it needs fails. */

const SUPER = 10_000;
const ADMIN = 10_001;
const MEMBER = 10_004;
const OTHER = 10_006;
const BANNED = 10_007;
// Several servers start in this file, and some are killed: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 });

/** A fault is noticed and mended in a moment; the machine may be busy. */
const patiently = <T>(what: () => T | Promise<T>) =>
  vi.waitFor(what, { timeout: 60_000, interval: 50 });

async function begin(env: Record<string, string> = {}, databaseUrl?: string) {
  const site = await startSite({ mayComplain: true, env, ...(databaseUrl ? { databaseUrl } : {}) });
  const tokens = new Map<number, string>();
  const call = async (by: number, method: string, path: string, body?: unknown) => {
    const token =
      tokens.get(by) ??
      (
        await createToken(site.db, {
          userId: by,
          name: 'faults',
          scopes: ['read', 'write', 'moderate'],
        })
      ).token;
    tokens.set(by, token);
    const response = await fetch(site.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: (await response.json()) as { code: number; data: { id: number } },
    };
  };
  /** As an administrator in the admin area. */
  const administer = async <T>(method: string, path: string, body?: unknown) => {
    const session = await createSession(site.db, {
      userId: SUPER,
      kind: 'admin',
      ip: '127.0.0.1',
      userAgent: 'test',
    });
    const headers = {
      cookie: `bbs_admin=${session}; XSRF-TOKEN=${xsrfTokenOf(session)}`,
      'x-xsrf-token': xsrfTokenOf(session),
      'content-type': 'application/json',
      origin: site.url,
    };
    return (await (
      await fetch(site.url + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    ).json()) as T;
  };
  const visit = async (path: string) => {
    const response = await fetch(site.url + path, { redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const thread = async (word: string) =>
    (
      await call(MEMBER, 'POST', '/api/v1/thread', {
        forum_id: 1,
        type_id: 1,
        subject: `${word}主题`,
        message: `<p>${word}正文</p>`,
        language: 'zh_CN',
      })
    ).body.data.id;
  const reply = async (threadId: number, word: string) =>
    (await call(MEMBER, 'POST', '/api/v1/post', { thread_id: threadId, message: `<p>${word}</p>` }))
      .body.data.id;
  const order = async (tag: string, level = 2) => {
    await site.db.execute(sql`insert into touched_tag (tag, urgency) values (${tag}, ${level})`);
    await site.db.execute(sql`select pg_notify('touched', ${String(level)})`);
  };
  /** What the check of all pages finds, as the admin area shows it. */
  const check = async () => {
    const { job } = await administer<{ job: number }>('POST', '/api/v2/admin/publishing/jobs', {
      what: 'check',
      all: true,
    });
    await patiently(async () =>
      expect(await administer('GET', `/api/v2/admin/jobs/${job}`)).toMatchObject({ state: 'done' }),
    );
    return (
      await administer<{ rows: { detail: unknown }[] }>('GET', `/api/v2/admin/jobs/${job}/items`)
    ).rows.map(({ detail }) => detail);
  };
  return { ...site, call, administer, visit, thread, reply, order, check };
}

const fileIn = (site: Pick<Site, 'siteDir'>, path: string) => join(site.siteDir, fileOf(path));
const stands = (site: Pick<Site, 'siteDir'>, path: string) => existsSync(fileIn(site, path));
const failures = async ({ db }: Pick<Site, 'db'>) =>
  (await db.execute(sql`select path, times from publish_failure order by path`)).rows as {
    path: string;
    times: number;
  }[];
const complaints = (site: Pick<Site, 'log'>, text: string) => site.log().split(text).length - 1;

describe('[R39] while the database stumbles', async () => {
  const site = await begin();
  const WATCHED = [
    '/zh',
    '/en',
    '/zh/forum/1',
    '/zh/forums',
    '/zh/post/1',
    '/en/post/1',
    '/phone/zh/post/1',
    '/zh/user/10004',
    '/zh/feed.xml',
    '/sitemap.xml',
  ];

  test('pages that can’t be read stay as they are, and are made anew when they can', async () => {
    for (const path of WATCHED) expect((await site.visit(path)).status, path).toBe(200);
    await site.db.execute(sql`alter table "user" rename column nickname to nickname_away`);
    for (const tag of ['forums', 'l:0:latest', 't:1', 'u:10004']) await site.order(tag);
    await patiently(async () =>
      expect((await failures(site)).map(({ path }) => path)).toEqual(
        expect.arrayContaining(['/zh', '/zh/post/1', '/phone/zh/post/1']),
      ),
    );
    for (const path of WATCHED) expect((await site.visit(path)).status, path).toBe(200);
    expect(
      (await site.db.execute(sql`select tag from touched_tag where urgency = 2`)).rows,
    ).toEqual([]);
    await site.db.execute(sql`
      update thread
      set subject = '改过的标题'
      where id = 1`); // no order of its own: the one that failed goes on
    await site.db.execute(sql`alter table "user" rename column nickname_away to nickname`);
    await patiently(async () => expect(await failures(site)).toEqual([]));
    for (const path of ['/zh/post/1', '/phone/zh/post/1'])
      expect(readFileSync(fileIn(site, path), 'utf8'), path).toContain('改过的标题');
  });

  /** Does work while nobody can read posts and forums. */
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

  test('a locked table: pages that stand and kept replies go on, a page that doesn’t stand says when to come again', async () => {
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
    // A reply is kept until something is written, as a job of the server's own may do in between.
    await patiently(async () => {
      expect((await site.visit('/api/v1/forum')).status).toBe(200);
      await whileLocked(async () => {
        expect((await site.visit('/api/v1/forum')).status).toBe(200);
      });
    });
    await patiently(async () => expect((await site.visit(missing)).status).toBe(200));
  });

  test('a page that somebody waits for is made, though all connections are ended meanwhile', async () => {
    const client = await site.db.$client.connect();
    const ofRenderer = `
      from pg_stat_activity
      where datname = current_database()
        and application_name in ('forum renderer', 'forum publisher')`;
    try {
      await client.query('begin; lock table post in access exclusive mode');
      const visit = site.visit('/zh/post/4');
      await patiently(async () =>
        expect(
          (await client.query(`select ${ofRenderer} and wait_event_type = 'Lock'`)).rowCount,
        ).toBeGreaterThan(0),
      );
      await client.query(`select pg_terminate_backend(pid) ${ofRenderer}; rollback`);
      expect((await visit).status).toBe(200);
    } finally {
      client.release();
    }
    expect(await failures(site)).toEqual([]);
  });

  test('a page that was to be kept for a minute only is shown as it was, until a newer one can be made', async () => {
    const path = '/zh/latest/2';
    const before = await site.visit(path);
    expect(before.status).toBe(200);
    await site.db.execute(
      sql`update published_page set expires_at = now() - interval '1 second' where path = ${path}`,
    );
    await patiently(() => expect(stands(site, path)).toBe(false));
    await site.db.execute(sql`alter table thread rename column subject to subject_away`);
    const during = await site.visit(path);
    await site.db.execute(sql`alter table thread rename column subject_away to subject`);
    expect([during.status, during.text]).toEqual([200, before.text]);
    expect((await site.visit(path)).status).toBe(200);
    expect(stands(site, path)).toBe(true);
    expect(existsSync(`${fileIn(site, path)}.aside`)).toBe(false);
  });

  test('one page that can’t be made holds up no other, and administrators see it', async () => {
    const bad = await site.thread('坏页');
    const good = await site.thread('好页');
    await patiently(() =>
      expect(stands(site, `/zh/post/${bad}`) && stands(site, `/zh/post/${good}`)).toBe(true),
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
    await patiently(() =>
      expect(readFileSync(fileIn(site, `/zh/post/${good}`), 'utf8')).toContain('好页的回复'),
    );
    await patiently(async () =>
      expect((await failures(site)).map(({ path }) => path)).toContain(`/zh/post/${bad}`),
    );
    await patiently(async () =>
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
    await patiently(async () =>
      expect((await failures(site)).map(({ path }) => path)).not.toContain(`/zh/post/${bad}`),
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
            and application_name in ('forum renderer', 'forum publisher', 'forum listener')`,
      );
      await said;
      // a visit would make what had vanished anew
      expect(WATCHED.filter((path) => !pageLeaves(site.siteDir, path))).toEqual([]);
    }
    const last = await site.reply(thread, '断线之后');
    await patiently(() =>
      expect(readFileSync(fileIn(site, `/zh/post/${thread}`), 'utf8')).toContain(`id="p${last}"`),
    );
  });

  test('many who ask for one page that doesn’t stand all get it', async () => {
    const path = '/en/post/2';
    const answers = await Promise.all(Array.from({ length: 300 }, () => site.visit(path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});

describe('[R39] the check of a forum that is well', async () => {
  const site = await begin();

  test('finds nothing, whatever people did, and finds a file that isn’t as the database says', async () => {
    const thread = await site.thread('检查');
    const [merged, deleted, restored] = [
      await site.thread('并入'),
      await site.thread('删除'),
      await site.thread('恢复'),
    ];
    const people = [MEMBER, OTHER, BANNED];
    const paths = [
      ...(((await everyPath(site.db).next()).value ?? []) as string[]).filter(
        (path) => !/forum\/(?![12]\b)/.test(path),
      ), // of forums those in which something happens
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
      ['POST', '/api/v2/moderation/posts/hide', { ids: [said[9]] }],
      ['POST', '/api/v2/moderation/threads/merge', { id: merged, into: thread }],
      [
        'POST',
        '/api/v2/moderation/threads/split',
        { ids: [said[10], said[11]], subject: '拆出的主题' },
      ],
      ['POST', '/api/v2/user/threads/move', { ids: [2, thread], forum_id: 2 }],
      ['PUT', '/api/v1/thread/delete', { msg: [{ id: deleted, note: '重复' }] }],
      ['POST', '/api/v2/moderation/threads/hide', { ids: [restored] }],
      ['POST', '/api/v2/moderation/threads/show', { ids: [restored] }],
      [
        'POST',
        '/api/v1/user/crime',
        { user_id: BANNED, action: 2, reason: '广告', hide_thread: 1 },
      ],
    );
    await site.db.execute(sql`
      update touched_tag
      set urgency = 3
      where urgency = 4`); // counts are gathered for half a minute
    await site.db.execute(sql`select pg_notify('touched', '3')`);
    await patiently(async () =>
      expect((await site.db.execute(sql`select tag from touched_tag`)).rows).toEqual([]),
    );
    expect(await site.check()).toEqual([]);
    // Pages follow a level in five minutes, by a job (src/decisions/levels.md).
    await site.db.execute(
      sql`update "user" set level_id = case level_id when 8 then 7 else 8 end where id = ${MEMBER}`,
    );
    expect(await site.check()).toEqual([]);
    writeFileSync(
      fileIn(site, '/zh/post/2'),
      readFileSync(fileIn(site, '/zh/post/2'), 'utf8').replace('</h1>', '（改过）</h1>'),
    );
    writeFileSync(join(dirname(fileIn(site, '/zh/post/2')), '..', 'left.xml'), 'left behind');
    expect(await site.check()).toEqual([
      { path: '/zh/post/2', kind: 'differs' },
      { path: '/zh/post/left.xml', kind: 'unrecorded' },
    ]);
  });

  test('ordering a thread anew renders it on both sites, and in the other language where it stands', async () => {
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
    await patiently(async () =>
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
      expect(stands(site, path), path).toBe(true);
  });

  test('a public feed is full, however many threads a private forum has that are newer', async () => {
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
    await patiently(() =>
      expect(readFileSync(fileIn(site, '/zh/feed.xml'), 'utf8').split('<item>').length - 1).toBe(
        30,
      ),
    );
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
    await patiently(async () => expect((await site.visit(path)).text).toContain('data-act="vote"'));
    await site.db.execute(sql`update poll set expires_at = now() where thread_id = ${rows[0]?.id}`);
    await site.db.execute(sql`select graphile_worker.add_job('polls', '{}')`);
    await patiently(async () =>
      expect((await site.visit(path)).text).not.toContain('data-act="vote"'),
    );
  });
});

describe('[R39, R40] files that no record names', async () => {
  const site = await begin();
  const orphan = (path: string) => {
    mkdirSync(dirname(fileIn(site, path)), { recursive: true });
    for (const ending of ['', '.br', '.gz'])
      writeFileSync(fileIn(site, path) + ending, 'left behind');
  };

  test('are removed with what is taken away, in all their forms', async () => {
    const thread = await site.thread('孤儿');
    await patiently(() => expect(stands(site, `/zh/post/${thread}`)).toBe(true));
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
        expect(existsSync(fileIn(site, path) + ending), path + ending).toBe(false);
    expect((await site.visit(`/en/post/${thread}`)).status).toBe(406);
  });

  test('are found and removed by the audit, and by a start after a crash; recorded ones stay, whole ones', async () => {
    const begun = `${fileIn(site, '/zh/post/1')}.1-1.part`;
    expect((await site.visit('/zh/post/1')).status).toBe(200);
    orphan('/en/post/123456');
    orphan('/phone/zh/user/99/replies');
    writeFileSync(begun, 'half');
    expect(
      (await auditFiles({ db: site.db, held: site.db, siteDir: site.siteDir })).sort(),
    ).toEqual(['/en/post/123456', '/phone/zh/user/99/replies']);
    expect([existsSync(begun), stands(site, '/en/post/123456')]).toEqual([false, false]);
    expect(stands(site, '/zh/post/1')).toBe(true);

    await site.kill();
    orphan('/en/post/123456');
    writeFileSync(begun, 'half');
    const again = await begin({ DATA_DIR: site.dataDir, SITE_DIR: site.siteDir }, site.databaseUrl);
    await patiently(() =>
      expect([existsSync(begun), stands(site, '/en/post/123456')]).toEqual([false, false]),
    );
    expect(stands(site, '/zh/post/1')).toBe(true);
    await again.stop();
    expect(readdirSync(join(site.siteDir, '.publishing'))).toEqual([]);
  });

  test('a page whose writer was killed between its record and its file is made again', async () => {
    const again = await begin({ DATA_DIR: site.dataDir, SITE_DIR: site.siteDir }, site.databaseUrl);
    expect((await again.visit('/zh/forums')).status).toBe(200);
    writeFileSync(fileIn(site, '/zh/forums'), 'what stood there before');
    await again.db.execute(
      sql`
        insert into page_write (path, begun_at)
        values ('/zh/forums', now() - interval '2 minutes')`,
    );
    await patiently(() =>
      expect(readFileSync(fileIn(site, '/zh/forums'), 'utf8')).toContain('<html'),
    );
    expect((await again.db.execute(sql`select * from page_write`)).rows).toEqual([]);
  });
});

describe('[R39, R40] while pages can’t be written', async () => {
  const site = await begin();
  /** No file may grow: what a full disk is to the server, without one. */
  const limit = (bytes: string) => {
    const pid = site.pid;
    const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}`], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  };

  test('people read, write and moderate; the operator is told once that it fails and once that it’s over, and nothing piles up', async () => {
    const [kept, taken] = [await site.thread('留着'), await site.thread('删掉')];
    await patiently(() =>
      expect(stands(site, `/zh/post/${kept}`) && stands(site, `/zh/post/${taken}`)).toBe(true),
    );
    limit('0:unlimited');
    const said = await site.reply(kept, '写不下');
    await patiently(async () =>
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
    expect(stands(site, `/zh/post/${taken}`)).toBe(false);
    for (let more = 0; more < 5; more++) await site.reply(kept, `再写${more}次`);
    expect(
      readdirSync(site.siteDir, { recursive: true }).filter((name) =>
        String(name).endsWith('.part'),
      ),
    ).toEqual([]);
    limit('unlimited:unlimited');
    await patiently(() =>
      expect(readFileSync(fileIn(site, `/zh/post/${kept}`), 'utf8')).toContain(`id="p${said}"`),
    );
    await patiently(async () =>
      expect(await site.administer('GET', '/api/v2/admin/publishing')).toMatchObject({
        storage: null,
      }),
    );
    expect(await site.administer('GET', '/api/v2/admin/me')).toMatchObject({ troubles: [] });
    expect([
      complaints(site, 'pages cannot be written'),
      complaints(site, 'pages can be written again'),
    ]).toEqual([1, 1]);
  });
});

describe('[R39, R40] while the renderer’s thread is gone', async () => {
  const site = await begin({ RENDERER_HEAP_MB: '96' });

  test('a page too large to be rendered ends nothing but its own rendering: it waits, others and takedowns go on', async () => {
    const [large, other] = [await site.thread('巨大'), await site.thread('旁边')];
    const word = await site.reply(other, '要删的话');
    await patiently(() =>
      expect(readFileSync(fileIn(site, `/zh/post/${other}`), 'utf8')).toContain('要删的话'),
    );
    await site.db.execute(
      sql`update post set html = repeat('<p>一二三四五六七八九十</p>', 3000000) where thread_id = ${large}`,
    );
    await site.order(`t:${large}`);
    await patiently(() => expect(site.log()).toContain('the renderer died'));
    await site.call(MEMBER, 'DELETE', `/api/v1/thread/post?id=${word}`);
    expect((await site.visit(`/zh/post/${other}`)).text).not.toContain('要删的话');
    await patiently(async () =>
      expect((await failures(site)).map(({ path }) => path)).toContain(`/zh/post/${large}`),
    );
    expect((await site.visit(`/zh/post/${large}`)).text).toContain('巨大正文');
    const later = await site.reply(other, '还能回复');
    await patiently(() =>
      expect(readFileSync(fileIn(site, `/zh/post/${other}`), 'utf8')).toContain(`id="p${later}"`),
    );
    await site.db.execute(sql`update post set html = '<p>变小了</p>' where thread_id = ${large}`);
    await site.db.execute(sql`update publish_failure set next_at = now()`);
    await patiently(() =>
      expect(readFileSync(fileIn(site, `/zh/post/${large}`), 'utf8')).toContain('变小了'),
    );
  });

  test('a rendering that hangs holds up no takedown: it loses its locks, and with them the right to write', async () => {
    const thread = await site.thread('挂住');
    await patiently(() => expect(stands(site, `/zh/post/${thread}`)).toBe(true));
    const hanging = new pg.Client({ connectionString: site.databaseUrl });
    const lost = new Promise<string>((resolve) =>
      hanging.on('error', (error) => resolve(error.message)),
    );
    await hanging.connect();
    // as who renders, see publish/lock.ts
    await hanging.query('select pg_advisory_lock_shared(7420002)');
    expect((await site.call(MEMBER, 'DELETE', `/api/v1/thread?id=${thread}`)).body.code).toBe(0);
    expect(stands(site, `/zh/post/${thread}`)).toBe(false);
    expect(await lost).toContain('terminat');
  });
});
