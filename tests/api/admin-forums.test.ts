import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { adminCaller } from '../support/admin-session.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const admin = await adminCaller(api, db);

interface Forum {
  id: number;
  version: number;
  name: string;
  access: string;
  themes: { id: number; threads: number; version: number; template: string }[];
}
interface Community {
  sections: { id: number; version: number; forums: Forum[] }[];
}
const community = async () => (await admin.call<Community>('GET', '/api/v2/admin/forums')).body;
const FIELDS = { slug: 'quiet-corner', name: '静角', name_en: 'Quiet corner', access: 'public' };
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;

describe('[R22] sections, forums and kinds of thread', () => {
  test('of a new forum, one is there to write with', async () => {
    const { section_id } = (await one(sql`select section_id from forum where id = 1`)) as {
      section_id: number;
    };
    const forum = { ...FIELDS, slug: 'begun', section_id };
    const { id } = (await admin.call<{ id: number }>('POST', '/api/v2/admin/forums', forum)).body;
    expect(await one(sql`select name, name_en from theme where forum_id = ${id}`)).toEqual({
      name: '讨论',
      name_en: 'Discussion',
    });
    await admin.call('DELETE', `/api/v2/admin/forums/${id}`);
  });

  test('are made, renamed, put in order and deleted again; each leaves a row in the action log', async () => {
    const section = (
      await admin.call<{ id: number }>('POST', '/api/v2/admin/sections', {
        name: '角落',
        name_en: 'Corners',
      })
    ).body.id;
    const forum = await admin.call<{ id: number; version: number }>(
      'POST',
      '/api/v2/admin/forums',
      { ...FIELDS, section_id: section },
    );
    expect(forum.status).toBe(200);
    const id = forum.body.id;
    expect(
      (
        await admin.call('PUT', `/api/v2/admin/forums/${id}`, {
          ...FIELDS,
          section_id: section,
          name: '安静角',
          version: 1,
        })
      ).body,
    ).toMatchObject({ version: 2 });
    const theme = (
      await admin.call<{ id: number }>('POST', `/api/v2/admin/forums/${id}/themes`, {
        name: '闲聊',
        name_en: 'Chat',
        template: '<p onclick="x()">你好<script>alert(1)</script></p>',
      })
    ).body.id;
    expect(await one(sql`select template from theme where id = ${theme}`)).toEqual({
      template: '<p>你好</p>',
    });
    const before = await community();
    const turned = [...before.sections]
      .reverse()
      .map((one) => ({ id: one.id, forums: one.forums.map((inner) => inner.id) }));
    expect(
      (await admin.call('PUT', '/api/v2/admin/forums/order', { sections: turned })).status,
    ).toBe(200);
    expect((await community()).sections.map((one) => one.id)).toEqual(turned.map((one) => one.id));
    expect((await admin.call('DELETE', `/api/v2/admin/sections/${section}`)).body).toMatchObject({
      code: 409,
      err_code: 'notEmpty',
    });
    expect((await admin.call('DELETE', `/api/v2/admin/forums/${id}`)).status).toBe(200);
    expect((await admin.call('DELETE', `/api/v2/admin/sections/${section}`)).status).toBe(200);
    const actions = (
      await db.execute(
        sql`select action from action_log where actor_id = 10000 order by id desc limit 8`,
      )
    ).rows
      .map((row) => row.action)
      .reverse();
    expect(actions).toEqual([
      'section.create',
      'forum.create',
      'theme.create',
      'forum.edit',
      'theme.create',
      'forums.arrange',
      'forum.delete',
      'section.delete',
    ]);
  });

  test('that hold something stay', async () => {
    const forum = (await community()).sections
      .flatMap(({ forums }) => forums)
      .find(({ themes }) => themes.some((theme) => theme.threads > 0)) as Forum;
    expect((await admin.call('DELETE', `/api/v2/admin/forums/${forum.id}`)).body.err_code).toBe(
      'notEmpty',
    );
    expect(
      (
        await admin.call(
          'DELETE',
          `/api/v2/admin/themes/${forum.themes.find(({ threads }) => threads > 0)?.id}`,
        )
      ).body.err_code,
    ).toBe('notEmpty');
    expect((await admin.call('DELETE', '/api/v2/admin/forums/99999')).status).toBe(404);
  });

  test('aren’t overwritten, and an order that misses one isn’t taken', async () => {
    const [section] = (await community()).sections;
    const put = (name: string) =>
      admin.call('PUT', `/api/v2/admin/sections/${section?.id}`, {
        name,
        name_en: 'Renamed',
        version: section?.version,
      });
    expect((await put('甲')).status).toBe(200);
    const late = await put('乙');
    expect([late.status, late.body.err_payload]).toEqual([
      409,
      expect.objectContaining({ name: '甲' }),
    ]);
    expect(
      (
        await admin.call('PUT', '/api/v2/admin/forums/order', {
          sections: [{ id: section?.id, forums: [] }],
        })
      ).body.err_code,
    ).toBe('conflict');
  });

  test('[R40] that become private are removed from the published pages when the call returns', async () => {
    const forum = (await community()).sections.flatMap(({ forums }) => forums)[0] as Forum &
      Record<string, unknown>;
    api.takenDown.length = 0;
    const reply = await admin.call('PUT', `/api/v2/admin/forums/${forum.id}`, {
      ...forum,
      access: 'members',
    });
    expect(reply.status).toBe(200);
    expect(api.takenDown[0]).toEqual(
      expect.arrayContaining([`f:${forum.id}`, 'forums', 'l:0:latest']),
    );
    expect(api.takenDown[1]?.[0]).toMatch(/^r:\d+$/);
    expect(
      (await api.call<{ id: number }[]>('GET', '/api/v1/forum/rows')).body.map((one) => one.id),
    ).not.toContain(forum.id);
  });

  test.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['a slug with a slash', { slug: '../x' }, 'slug'],
    ['an icon from elsewhere', { icon: 'https://evil.example/x.svg' }, 'icon'],
    ['a link that runs', { link_url: 'javascript:alert(1)' }, 'link_url'],
    ['no such section', { section_id: 99_999 }, 'section_id'],
  ])('with %s are refused', async (_what, changes, field) => {
    const reply = await admin.call('POST', '/api/v2/admin/forums', {
      ...FIELDS,
      section_id: (await community()).sections[0]?.id,
      ...changes,
    });
    expect([reply.status, (reply.body.err_payload as { field: string }[])[0]?.field]).toEqual([
      400,
      field,
    ]);
  });

  test('can’t share a slug', async () => {
    const section_id = (await community()).sections[0]?.id;
    const slug = (await one<{ slug: string }>(sql`select slug from forum limit 1`)).slug;
    expect(
      (await admin.call('POST', '/api/v2/admin/forums', { ...FIELDS, slug, section_id })).body,
    ).toMatchObject({ code: 409, err_code: 'inUse' });
  });
});
