import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Identity, signIn } from '#auth/oidc/sign-in.ts';
import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import { fillNameAppearances } from '#db/unique-nicknames.ts';
import { adminCaller } from '../support/admin-session.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

/* Lookalike names (R35), chosen here or given by a provider. */

const { db } = await demoDatabase();
const api = await testApi(db);
const admin = await adminCaller(api, db);
const [ME, OTHER, RIVAL] = [PEOPLE.member, PEOPLE.otherMember, PEOPLE.fourthMember] as const;
const [me, rival] = [await api.as(ME), await api.as(RIVAL)];
await fillNameAppearances(db);

const choose = async (nickname: string, by = me) =>
  (await by.call<{ code: number; err_code?: string }>('PUT', '/api/v1/user/info', { nickname }))
    .body.err_code ?? 'ok';
const nameOf = async (id: number) =>
  (
    await db.execute<{ nickname: string; appearance: string | null }>(
      sql`select nickname, name_appearance as appearance from "user" where id = ${id}`,
    )
  ).rows[0];

let count = 0;
const identity = (nickname: string, subject = `s${++count}`): Identity => ({
  issuer: 'https://id.example',
  subject,
  builtin: false,
  claims: { sub: subject, preferred_username: `u${subject}`, nickname },
});
const visit = { ip: '127.0.0.1', lang: 'zh' } as const;
const enter = async (who: Identity) => (await signIn(db, who, visit))?.userId as number;

/** Takes a name and then another one. */
const giveUp = async (name: string, next: string) => {
  expect(await choose(name)).toBe('ok');
  await db.execute(sql`update "user" set renamed_at = null where id = ${ME}`);
  expect(await choose(next)).toBe('ok');
};
const age = (interval: string) =>
  db.execute(sql`update former_name set released_at = now() - ${interval}::interval`);

beforeEach(async () => {
  await db.execute(sql`delete from former_name`);
  await db.execute(sql`
    update "user"
    set nickname = 'me' || id, name_appearance = 'me' || id
    where id in (${ME}, ${RIVAL})`);
  await db.execute(
    sql`update "user" set renamed_at = null where id in (${ME}, ${OTHER}, ${RIVAL})`,
  );
  await db.execute(
    sql`update "user" set nickname = 'Coco', name_appearance = 'coco' where id = ${OTHER}`,
  );
});

describe('[R35] a name that somebody chooses', () => {
  test.each(['сосо', 'СОСО', 'COCO', 'Ｃｏｃｏ', 'C0C0', 'Coco.', '·Co co—'])(
    'is not %s, where Coco is here already',
    async (name) => {
      expect(await choose(name)).toBe('taken');
      expect((await nameOf(ME))?.nickname).not.toBe(name);
    },
  );

  test('is not given to two people who choose lookalike names at the same moment', async () => {
    for (const [one, other] of [
      ['Сахара', 'Caxapa'],
      ['орех', 'opex'],
      ['modern', 'rnodern'],
    ] as const) {
      await db.execute(sql`update "user" set renamed_at = null where id in (${ME}, ${RIVAL})`);
      const answers = await Promise.all([choose(one), choose(other, rival)]);
      expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
    }
  });

  test.each(['Coca', 'СОСА', 'Ｃｏｃａ', 'c0ca', 'Coca.', '·Co ca—'])(
    'is not %s, which somebody else gave up lately, until 30 days are over',
    async (wanted) => {
      await giveUp('Соса', '别的名字');
      expect(await choose(wanted, rival)).toBe('nameKept');
      await age('29 days 23 hours');
      expect(await choose(wanted, rival)).toBe('nameKept');
      await age('30 days 1 second');
      expect(await choose(wanted, rival)).toBe('ok');
    },
  );

  test.each([
    ['its former owner', ME],
    ['an administrator', PEOPLE.administrator],
  ])('may be one that was given up when %s takes it', async (_, by) => {
    const { nickname } = (await nameOf(by)) as { nickname: string };
    await giveUp('Соса', '别的名字');
    await db.execute(sql`update "user" set renamed_at = null where id in (${ME}, ${by})`);
    expect(await choose('Coca', await api.as(by))).toBe('ok');
    expect(await choose('C0ca', rival)).toBe('taken');
    await db.execute(
      sql`update "user" set nickname = ${nickname}, name_appearance = null where id = ${by}`,
    );
  });

  test.each([
    ['zh', '这个昵称不久前有人用过，会为原主人保留 30 天'],
    ['en', 'This nickname was in use recently. It’s reserved for its former owner for 30 days.'],
  ])('is refused with a sentence in %s when it is reserved', async (lang, sentence) => {
    await giveUp('Соса', '别的名字');
    const { body } = await rival.call(
      'PUT',
      '/api/v1/user/info',
      { nickname: 'Coca' },
      { 'accept-language': lang },
    );
    expect(body).toMatchObject({ err_code: 'nameKept', msg: sentence });
  });
});

describe('[R17] [R35] a name that a provider gives', () => {
  test('gets a number if another one looks the same, and retains it', async () => {
    const id = await enter(identity('сосо', 'twin'));
    const shown = (await nameOf(id))?.nickname;
    expect(shown).toMatch(/^сосо-\d{1,6}$/);
    await enter(identity('сосо', 'twin'));
    expect((await nameOf(id))?.nickname).toBe(shown);
    await db.execute(
      sql`update "user" set nickname = 'Another', name_appearance = null where id = ${OTHER}`,
    );
    await enter(identity('сосо', 'twin'));
    expect((await nameOf(id))?.nickname, 'what somebody is called doesn’t come and go').toBe(shown);
  });

  test('gets a number if it is reserved for somebody else, and returns to its owner', async () => {
    const owner = await enter(identity('Old Harbour', 'owner'));
    await enter(identity('New Harbour', 'owner'));
    const newcomer = await enter(identity('0ld harbour'));
    expect((await nameOf(newcomer))?.nickname).toMatch(/^0ld harbour-\d{1,6}$/);
    await enter(identity('Old Harbour', 'owner'));
    expect((await nameOf(owner))?.nickname).toBe('Old Harbour');
  });

  test('goes to one of many simultaneous logins', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => enter(identity('Twin Peaks'))));
    const names = await Promise.all(ids.map(async (id) => (await nameOf(id))?.nickname as string));
    expect(names.filter((name) => name === 'Twin Peaks')).toHaveLength(1);
    expect(new Set(names).size).toBe(6);
  });

  test('doesn’t take the place of one that the person chooses at that moment', async () => {
    const id = await enter(identity('Given Name', 'racer'));
    const client = await db.$client.connect();
    try {
      await client.query('begin');
      await client.query(
        `
          update "user"
          set nickname = 'Chosen Name', name_appearance = 'chosennarne', renamed_at = now()
          where id = $1`,
        [id],
      );
      const login = enter(identity('Newly Given', 'racer'));
      // The login waits for the row before it makes the final choice.
      await expect
        .poll(
          async () =>
            (
              await db.execute(
                sql`
                  select
                  from pg_stat_activity
                  where wait_event_type = 'Lock' and query like '%renamedAt%'`,
              )
            ).rowCount,
          { timeout: 10_000 },
        )
        .toBeGreaterThan(0);
      await client.query('commit');
      await login;
    } finally {
      client.release();
    }
    expect((await nameOf(id))?.nickname).toBe('Chosen Name');
  });
});

test('[R35] older names are compared by their looks, once the job has seen them; existing lookalikes stay', async () => {
  await db.execute(
    sql`
      update "user"
      set nickname = case id when ${OTHER} then 'Coco' else 'Сосо' end, name_appearance = null
      where id in (${OTHER}, ${RIVAL})`,
  );
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from "user" where name_appearance is null`,
  );
  expect(await fillNameAppearances(db)).toBe(rows[0]?.count);
  expect(await fillNameAppearances(db)).toBe(0);
  expect([await nameOf(OTHER), await nameOf(RIVAL)]).toEqual([
    { nickname: 'Coco', appearance: 'coco' },
    { nickname: 'Сосо', appearance: 'coco' },
  ]);
  expect(await choose('сосо')).toBe('taken');
});

/* Joiners: ZWNJ (200c) and ZWJ (200d). */
describe('[R17] [R35] a name is the same, chosen here or given by a provider:', () => {
  test.each([
    ['میرزا\u200cخانی', 'میرزا\u200cخانی', 'a joiner between Persian letters stays'],
    ['مُ\u200cحمد', 'مُ\u200cحمد', 'also behind a mark'],
    ['\u200cمهدی\u200c رضا\u200c', 'مهدی رضا', 'none at the ends of words'],
    ['مه\u200c\u200cدی', 'مهدی', 'none beside another one'],
    ['लक्\u200dष्मी', 'लक्\u200dष्मी', 'a joiner between letters of Hindi stays'],
    ['श्री\u200cमान', 'श्री\u200cमान', 'and one that parts them'],
    ['लड़ीं', 'लड़ीं', 'letters of Hindi have three marks'],
    ['林间\u200d\u200c小径', '林间小径', 'none between Han characters'],
    ['Mar\u200cia Lo\u200dpez', 'Maria Lopez', 'none between Latin letters'],
    ['Рус\u200dлан', 'Руслан', 'none between Cyrillic letters'],
    [
      '👨\u200d👩\u200d👧\u200d👦 一家',
      '👨\u200d👩\u200d👧\u200d👦 一家',
      'families stay together',
    ],
    ['👩🏽\u200d🚀❤️\u200d🔥 火箭', '👩🏽\u200d🚀❤️\u200d🔥 火箭', 'with colours and signs'],
    ['火车\u200d🚂\u200d', '火车🚂', 'an emoji alone has no joiner'],
    [
      'Z\u0300\u0301\u0302\u0303\u0304\u0305algo',
      'Z\u0300\u0301\u0302algo',
      'few marks on a letter',
    ],
    ['Nguye\u0302\u0303n', 'Nguy\u1ec5n', 'marks are composed'],
    ['森\u202e林\u200b\u2060深\u3164处\u115f\u2800\u034f', '森林深处', 'nothing that nobody sees'],
    ['秋\u{e000}水\u{10fffd}', '秋水', 'nothing that no font has'],
    [' 山\n\t 高 ', '山 高', 'single blanks'],
  ])('%j is %j (%s)', async (sent, stored) => {
    expect(await choose(sent)).toBe('ok');
    expect((await nameOf(ME))?.nickname).toBe(stored);
    // Another user’s name looks the same, with or without joiners: this one gets a number.
    const taken = await nameOf(await enter(identity(sent)));
    expect(taken?.nickname.replace(/-\d{1,6}$/, '-7')).toBe(`${stored}-7`);
    await db.execute(sql`update "user" set renamed_at = null where id = ${ME}`);
    expect(await choose('名字让出来')).toBe('ok');
    await db.execute(sql`delete from former_name`); // as if its retention had ended
    expect((await nameOf(await enter(identity(sent))))?.nickname).toBe(stored);
  });

  test.each([
    ['نیم\u200cروز', 'نیمروز'],
    ['राष्\u200dट्र', 'राष्ट्र'],
    ['राष्\u200cट्र', 'राष्\u200dट्र'],
    ['👩\u200d💻 编程', '👩💻 编程'],
  ])('%j and %j are one name', async (one, other) => {
    for (const [mine, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      await db.execute(sql`update "user" set renamed_at = null where id = ${ME}`);
      expect(await choose(mine)).toBe('ok');
      expect(await choose(theirs, rival)).toBe('taken');
      expect((await nameOf(await enter(identity(theirs))))?.nickname).toMatch(/-\d{1,6}$/);
    }
  });
});

describe('[R35] a name that an administrator gives', () => {
  const rename = async (nickname: string, id = RIVAL, reason = '冒充他人') => {
    const { status, body } = await admin.call<{ pages?: number; err_code?: string }>(
      'PUT',
      `/api/v2/admin/users/${id}/nickname`,
      { nickname, reason },
    );
    return body.err_code ?? (status === 200 ? 'ok' : status);
  };

  test('may be one that is reserved for somebody else', async () => {
    await giveUp('林中小屋', '湖边小屋');
    expect(await choose('林中小屋', rival)).toBe('nameKept');
    expect(await rename('林中小屋')).toBe('ok');
    expect((await nameOf(RIVAL))?.nickname).toBe('林中小屋');
  });

  test.each([
    ['coco', 'taken'],
    ['a', 'length'],
    ['a@b', 'malformed'],
    ['管理员小王', 'nameReserved'],
    ['Иvan', 'nameScripts'],
  ])('%s is refused as %s', async (nickname, refusal) => {
    expect(await rename(nickname)).toBe(refusal);
  });

  test.each([
    ['without a reason', RIVAL, ' ', 'malformed'],
    ['to nobody', 99_999_999, '冒充他人', 'notFound'],
    ['to the administrator', PEOPLE.administrator, '冒充他人', 'forbidden'],
  ])('is not given %s', async (_, id, reason, refusal) => {
    expect(await rename('别的名字', id, reason)).toBe(refusal);
  });

  test('is notified to the person, with the reason', async () => {
    expect(await rename('新的名字')).toBe('ok');
    const { body } = await rival.call<{ data: { act: string; note: string }[] }>(
      'GET',
      `/api/v1/user/msg?category=${MESSAGE_CATEGORIES.system}`,
    );
    expect(body.data[0]).toMatchObject({
      act: 'user.rename',
      note: '管理员修改了你的昵称。理由：冒充他人',
    });
  });

  test('is in the action log with the former one', async () => {
    const before = (await nameOf(RIVAL))?.nickname;
    expect(await rename('记录的名字')).toBe('ok');
    const { rows } = await db.execute(
      sql`select action, reason, detail from action_log order by id desc limit 1`,
    );
    expect(rows).toEqual([
      { action: 'user.rename', reason: '冒充他人', detail: { before, after: '记录的名字' } },
    ]);
  });

  test('reserves the former one for its person', async () => {
    expect(await choose('临湖', rival)).toBe('ok');
    expect(await rename('别名')).toBe('ok');
    expect(await choose('临湖')).toBe('nameKept');
  });
});

test('[R24, R35] a mention leads to its person after a rename, and not to the name’s new owner', async () => {
  const { body } = await rival.call<{ data: { id: number } }>('POST', '/api/v1/thread', {
    forum_id: 1,
    type_id: 1,
    subject: '问一下',
    message: `<p><span data-user-id="${ME}">@me${ME}</span> 你好</p>`,
    language: 'zh_CN',
  });
  await giveUp('从前', '如今');
  await age('31 days');
  expect(await choose('从前', rival)).toBe('ok');
  const { rows } = await db.execute<{ html: string }>(
    sql`select html from post where thread_id = ${body.data.id}`,
  );
  expect(rows[0]?.html).toContain(`/user/${ME}"`);
});
