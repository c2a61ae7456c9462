import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSession } from '#auth/session.ts';
import { toFilePath } from '#publish/files/page-file-names.ts';
import { createToken } from '../../scripts/create-token.ts';
import { PEOPLE } from '../support/people.ts';
import { startSite } from '../support/test-site.ts';

const site = await startSite();
const MEMBER = PEOPLE.member;
const ADMINISTRATOR = PEOPLE.globalModerator;
const OF_MEMBERS = 4;
const OF_GROUPS = 5;

const sessions = new Map<number, string>();
let threads: Record<number, { id: number; subject: string }>;

beforeAll(async () => {
  for (const userId of [MEMBER, ADMINISTRATOR])
    sessions.set(
      userId,
      await createSession(site.db, { userId, kind: 'site', ip: '127.0.0.1', userAgent: 'test' }),
    );
  await site.db.execute(
    sql`
      update forum
      set access = case id when ${OF_MEMBERS} then 'members' else 'groups' end
      where id in (${OF_MEMBERS}, ${OF_GROUPS})`,
  );
  const { rows } = await site.db.execute(sql`
    select distinct on (forum_id) forum_id, id, subject
    from thread
    where forum_id in (${OF_MEMBERS}, ${OF_GROUPS}) and state = 'normal' and checked
    order by forum_id, id`);
  threads = Object.fromEntries(
    rows.map((row) => [row.forum_id, { id: row.id as number, subject: row.subject as string }]),
  );
});

async function visit(path: string, userId?: number) {
  const session = userId === undefined ? undefined : sessions.get(userId);
  const response = await fetch(site.url + path, {
    redirect: 'manual',
    headers: { 'accept-language': 'zh', ...(session ? { cookie: `bbs=${session}` } : {}) },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const stands = (path: string) => existsSync(join(site.siteDir, toFilePath(path)));

describe('[R2, R20] a forum that not everybody may read', () => {
  test.for([
    ['of members', OF_MEMBERS, 200],
    ['of certain groups', OF_GROUPS, 403],
  ] as const)(
    '%s and its threads are shown to whom they are for, and say to others that they aren’t',
    async ([, forum, forMember]) => {
      const { id, subject } = threads[forum] as { id: number; subject: string };
      for (const path of [
        `/zh/post/${id}`,
        `/en/post/${id}`,
        `/zh/forum/${forum}`,
        `/post/${id}`,
      ]) {
        for (const [userId, status] of [
          [undefined, 403],
          [MEMBER, forMember],
          [ADMINISTRATOR, 200],
        ] as const) {
          const page = await visit(path, userId);
          expect([path, userId, page.status]).toEqual([path, userId, status]);
          const content = path.includes('/forum/') ? 'data-slot="forum"' : subject;
          expect([path, page.text.includes(content)]).toEqual([path, status === 200]);
          expect(page.headers.get('cache-control')).toBe(
            status === 200 ? 'private, no-store' : 'private, no-cache',
          );
          expect(page.text).toContain(status === 200 ? 'id="islands"' : '403');
        }
      }
    },
  );

  test('is never published, and a cookie that doesn’t hold opens nothing', async () => {
    const { id } = threads[OF_MEMBERS] as { id: number };
    sessions.set(1, 'x'.repeat(43));
    expect((await visit(`/zh/post/${id}`, 1)).status).toBe(403);
    expect((await visit(`/zh/post/${id}`, MEMBER)).status).toBe(200);
    for (const path of [`/zh/post/${id}`, `/en/post/${id}`, `/zh/forum/${OF_MEMBERS}`])
      expect([path, stands(path)]).toEqual([path, false]);
  });

  test('has merged and deleted threads, which look to members as in other forums', async () => {
    const { rows } = await site.db.execute<{ id: number }>(
      sql`
        select id
        from thread
        where forum_id = ${OF_MEMBERS} and state = 'normal' and checked
        order by id
        limit 3`,
    );
    const [into, merged, deleted] = rows.map(({ id }) => id) as [number, number, number];
    const { token } = await createToken(site.db, {
      userId: ADMINISTRATOR,
      name: 'test',
      scopes: ['moderate'],
    });
    const perform = (body: object) =>
      fetch(`${site.url}/api/v2/moderation/actions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'thread', ...body }),
      });
    expect((await perform({ action: 'merge', ids: [merged], into })).status).toBe(200);
    expect((await perform({ action: 'delete', ids: [deleted] })).status).toBe(200);
    const leads = await visit(`/zh/post/${merged}`, MEMBER);
    expect([leads.status, leads.headers.get('location')]).toEqual([302, `/zh/post/${into}`]);
    expect((await visit(`/zh/post/${deleted}`, MEMBER)).status).toBe(406);
    for (const id of [merged, deleted]) expect((await visit(`/zh/post/${id}`)).status).toBe(403);
    expect((await perform({ action: 'unmerge', ids: [merged] })).status).toBe(200);
    expect((await perform({ action: 'restore', ids: [deleted] })).status).toBe(200);
  });

  test('is closed to members of a group without access, in pages and calls; public forums stay open to them', async () => {
    const { id } = threads[OF_MEMBERS] as { id: number };
    const { token } = await createToken(site.db, {
      userId: MEMBER,
      name: 'test',
      scopes: ['read', 'write'],
    });
    const call = (path: string, body?: object) =>
      fetch(site.url + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const seen = async () => ({
      page: (await visit(`/zh/post/${id}`, MEMBER)).status,
      thread: (await call(`/api/v1/thread/info?id=${id}`)).status,
      forums: ((await (await call('/api/v1/forum/rows')).json()) as { id: number }[]).some(
        (one) => one.id === OF_MEMBERS,
      ),
      reply: (
        await call('/api/v1/post', { thread_id: id, message: `<p>能回复吗 ${Math.random()}</p>` })
      ).status,
      everybody: (await call('/api/v1/forum/id?id=1')).status,
    });
    await site.db.execute(
      sql`insert into forum_group (forum_id, group_id) values (${OF_GROUPS}, 10)`,
    );
    await site.db.execute(sql`update "group" set allow_read = false where id = 10`);
    expect(await seen()).toEqual({
      page: 403,
      thread: 404,
      forums: false,
      reply: 403,
      everybody: 200,
    });
    expect((await visit(`/zh/forum/${OF_GROUPS}`, MEMBER)).status).toBe(403);
    await site.db.execute(sql`update "group" set allow_read = true where id = 10`);
    expect(await seen()).toEqual({
      page: 200,
      thread: 200,
      forums: true,
      reply: 200,
      everybody: 200,
    });
    expect((await visit(`/zh/forum/${OF_GROUPS}`, MEMBER)).status).toBe(200);
    await site.db.execute(sql`delete from forum_group where forum_id = ${OF_GROUPS}`);
  });

  test('has no page for missing threads, for any reader', async () => {
    const { id } = threads[OF_MEMBERS] as { id: number };
    expect((await visit(`/zh/post/${id}/999`, MEMBER)).status).toBe(404);
    expect((await visit(`/zh/forum/${OF_MEMBERS}/latest/999`, MEMBER)).status).toBe(404);
  });
});
