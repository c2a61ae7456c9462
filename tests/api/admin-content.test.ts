import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminCaller } from '../support/admin-session.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const admin = await adminCaller(api, db);
const other = await adminCaller(api, db, PEOPLE.globalModerator);

interface Entry {
  field: string;
  value: Record<string, unknown>;
  version: number;
  updated_by: string | null;
}
const entry = async (field: string): Promise<Entry> =>
  (await admin.call<Entry[]>('GET', '/api/v2/admin/config')).body.find(
    (one) => one.field === field,
  ) as Entry;
const save = (field: string, value: unknown, version: number, caller = admin) =>
  caller.call('PUT', `/api/v2/admin/config/${field}`, { value, version });
const one = async <T>(query: ReturnType<typeof sql>): Promise<T> =>
  (await db.execute(query)).rows[0] as T;
const logged = async () =>
  (await one<{ n: number }>(sql`select count(*)::int as n from action_log`)).n;

describe('[R34] a configuration entry', () => {
  beforeEach(async () => void (await db.execute(sql`delete from invalidation`)));

  test('is saved, read by everybody in the contract’s shape, republished, and written down once', async () => {
    const { version } = await entry('notify');
    const before = await logged();
    const value = {
      text: '今晚维护',
      text_en: 'Maintenance tonight',
      link: '/zh/forums',
      level: 'warn',
    };
    expect((await save('notify', value, version)).body).toMatchObject({
      version: version + 1,
      job: null,
    });
    const shown = await api.call<{ value: string }>('GET', '/api/v2/public/config/notify');
    expect(JSON.parse(shown.body.value)).toEqual(value);
    expect((await db.execute(sql`select tag from invalidation`)).rows).toEqual([
      { tag: 'c:notify' },
    ]);
    expect(await logged()).toBe(before + 1);
    expect(
      await one(sql`select action, target_name from action_log order by id desc limit 1`),
    ).toEqual({ action: 'config.save', target_name: 'config:notify' });
  });

  test('that somebody else has saved meanwhile isn’t overwritten: both versions are there', async () => {
    const { version, value } = await entry('notify');
    await save('notify', { ...value, text: '乙的' }, version, other);
    const before = await logged();
    const late = await save('notify', { ...value, text: '甲的' }, version);
    expect([late.status, late.body.err_code, late.body.err_payload]).toEqual([
      409,
      'conflict',
      expect.objectContaining({
        version: version + 1,
        value: expect.objectContaining({ text: '乙的' }),
        updated_by: expect.any(String),
      }),
    ]);
    expect([(await entry('notify')).value.text, await logged()]).toEqual(['乙的', before]);
  });

  test.each([
    [
      'notify',
      { text: 'x', text_en: '', link: 'javascript:alert(1)', level: 'info' },
      'value.link',
    ],
    ['notify', { text: 'x', text_en: '', link: '//evil.example', level: 'info' }, 'value.link'],
    ['notify', { text: 'x'.repeat(201), text_en: '', link: '', level: 'info' }, 'value.text'],
    ['notify', { text: 'x', text_en: '', link: '', level: 'loud' }, 'value.level'],
    ['carousel', { cards: [{ title: '', link: '', img: { url: '' } }] }, 'value.cards.0.title'],
    [
      'carousel',
      { cards: [{ title: 'a', link: '', img: { url: 'data:text/html,x' } }] },
      'value.cards.0.img.url',
    ],
    ['activities', { cards: 'none' }, 'value.cards'],
    ['iframe_allow', { daemon: ['com'] }, 'value.daemon.0'],
    ['iframe_allow', { daemon: ['bilibili.com', 'co.uk'] }, 'value.daemon.1'],
    ['iframe_allow', { daemon: ['github.io'] }, 'value.daemon.0'],
    ['iframe_allow', { daemon: ['127.0.0.1'] }, 'value.daemon.0'],
    ['iframe_allow', { daemon: ['evil.example/path'] }, 'value.daemon.0'],
    ['iframe_allow', { daemon: ['*.example.com'] }, 'value.daemon.0'],
    [
      'weixin_share',
      { debug: false, title_max_length: 0, title_suffix: '', daemon: '', default_img: '' },
      'value.title_max_length',
    ],
  ])('%s with %j is refused, and the field is named', async (field, value, place) => {
    const { version } = await entry(field);
    const reply = await save(field, value, version);
    expect([
      reply.status,
      reply.body.err_code,
      (reply.body.err_payload as { field: string }[])[0]?.field,
    ]).toEqual([400, 'malformed', place]);
    expect((await entry(field)).version).toBe(version);
  });

  test('with an unknown name is missing', async () => {
    expect((await save('secrets', {}, 0)).status).toBe(400);
  });

  test('[R13] that allows other frames makes a job sanitize all posts again', async () => {
    const { version } = await entry('iframe_allow');
    const saved = await save(
      'iframe_allow',
      { daemon: ['Bilibili.com', 'bilibili.com', 'player.example.org'] },
      version,
    );
    expect((await entry('iframe_allow')).value).toEqual({
      daemon: ['bilibili.com', 'player.example.org'],
    });
    expect((await admin.call('GET', `/api/v2/admin/jobs/${saved.body.job}`)).body).toMatchObject({
      kind: 'resanitize',
      state: 'waiting',
    });
  });
});

describe('[R14] sensitive words', () => {
  const add = async (word: string) => {
    await admin.call('POST', '/api/v2/admin/words', { words: [word], action: 'ban' });
    return one<{ id: number; version: number }>(
      sql`select id, version from sensitive_word where word = ${word}`,
    );
  };

  test('are added in bulk; known or too short ones are reported', async () => {
    const added = await admin.call('POST', '/api/v2/admin/words', {
      words: ['外挂辅助', '外 挂 辅 助', 'C++', '=cmd|calc', '代练'],
      action: 'ban',
    });
    expect(added.body).toEqual({ added: 3, known: [], unusable: ['C++'] });
    expect(
      (await admin.call('POST', '/api/v2/admin/words', { words: ['外掛輔助'], action: 'review' }))
        .body,
    ).toEqual({ added: 0, known: ['外掛輔助'], unusable: [] });
    expect(
      await one(sql`select normalized, created_by from sensitive_word where word = '代练'`),
    ).toEqual({ normalized: '代练', created_by: PEOPLE.administrator });
  });

  test('are refused in posts at once, and accepted when they are turned off', async () => {
    const tried = async () =>
      (await admin.call('POST', '/api/v2/admin/words/try', { text: '找代。刷？找代 刷！' })).body
        .outcome;
    const { id } = await add('代刷');
    expect(await tried()).toBe('refused');
    expect(
      (await admin.call('POST', '/api/v2/admin/words/enable', { ids: [id], enabled: false })).body,
    ).toEqual({ changed: 1 });
    expect(await tried()).toBe('clean');
    expect(
      (await admin.call('POST', '/api/v2/admin/words/enable', { ids: [id], enabled: false })).body,
    ).toEqual({ changed: 0 });
  });

  test('are found, ordered and paged; hostile orders and limits aren’t taken', async () => {
    await add('代考');
    await add('代写');
    const page = await admin.call<{ rows: { word: string }[]; total: number }>(
      'GET',
      '/api/v2/admin/words?action=ban&sort=word&limit=1',
    );
    expect([page.body.rows.length, page.body.total > 1]).toEqual([1, true]);
    expect(
      (
        await admin.call<{ rows: { word: string }[] }>(
          'GET',
          `/api/v2/admin/words?q=${encodeURIComponent('代考')}`,
        )
      ).body.rows.map((row) => row.word),
    ).toEqual(['代考']);
    expect(
      (await admin.call<{ total: number }>('GET', '/api/v2/admin/words?q=%25')).body.total,
    ).toBe(0);
    expect((await admin.call('GET', '/api/v2/admin/words?sort=word;drop table post')).status).toBe(
      400,
    );
  });

  test('are exported as a file in which nothing runs', async () => {
    await add('=sum(1)|calc');
    const reply = await api.send('GET', '/api/v2/admin/words.csv?sort=word', undefined, {
      cookie: admin.cookie,
    });
    const bytes = new Uint8Array(await reply.arrayBuffer());
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    expect([reply.headers.get('content-type'), reply.headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8',
      expect.stringMatching(/^attachment; filename="words-/),
    ]);
    expect(text.startsWith('\uFEFF"word","action"')).toBe(true);
    expect(text).toContain(`"'=sum(1)|calc"`);
    expect(text.trim().split('\r\n').length - 1).toBe(
      (await one<{ n: number }>(sql`select count(*)::int as n from sensitive_word`)).n,
    );
  });

  test('that somebody else changed aren’t overwritten', async () => {
    const word = await add('代抢');
    const put = (replacement: string) =>
      admin.call('PUT', `/api/v2/admin/words/${word.id}`, {
        word: '代抢',
        action: 'replace',
        replacement,
        enabled: true,
        version: word.version,
      });
    expect((await put('**')).status).toBe(200);
    const late = await put('##');
    expect([late.status, late.body.err_payload]).toEqual([
      409,
      expect.objectContaining({ replacement: '**', version: word.version + 1 }),
    ]);
  });
});
