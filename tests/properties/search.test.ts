import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_MESSAGE_CHARACTERS } from '#contracts/limits.ts';
import type { SearchHitWire } from '#contracts/wire/search.ts';
import { indexAllChanges } from '#domain/search/index-posts.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';
import { PEOPLE } from '../support/people.ts';
import { testApi } from '../support/test-api.ts';
import { demoDatabase } from '../support/test-database.ts';

const { db } = await demoDatabase();
const api = await testApi(db);
const member = await api.as(PEOPLE.member);

const search = (parameters: Record<string, string>, path = '/api/v2/public/search/thread') =>
  api.call<SearchHitWire[]>('GET', `${path}?${new URLSearchParams(parameters)}`);
const escapeHtml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
/** Valid characters of a message; other tests cover the rest. */
const writable = (text: string): string =>
  text.toWellFormed().replace(/[\p{Cc}\p{Cn}\p{Co}]/gu, ' ');

async function newThread(message: string): Promise<number> {
  const { body } = await member.call<{ code: number; msg: string; data: { id: number } }>(
    'POST',
    '/api/v1/thread',
    { forum_id: 1, type_id: 1, subject: 'Words of a post', message, language: 'en_US' },
  );
  expect(body.code, body.msg).toBe(0);
  await indexAllChanges(db);
  return body.data.id;
}

test('[R31] any search answers with hits or a rule’s error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        anyText(),
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({ maxLength: 120 }),
      ),
      async (keyword) => {
        for (const path of ['/api/v1/search', '/api/v2/public/search/thread']) {
          const { status, body } = await search({ keyword }, path);
          expect([200, 400, 406], JSON.stringify(body)).toContain(status);
        }
      },
    ),
    propertyRuns(80),
  );
});

test('[R31] each post is found by each of its own words, and its hit is complete', async () => {
  const from = new Date(Date.now() - 60_000).toISOString();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(anyText(), async (text) => {
      const own = `zq${(count++).toString(36)}x`;
      const written = writable(text);
      const id = await newThread(`<p>${own} ${escapeHtml(written)}</p>`);
      const words = written
        .split(/[\s，。…！]+/u)
        .filter((word) => word !== '' && word.length <= 90);
      for (const word of [own, ...words]) {
        if (!/[\p{L}\p{N}]/u.test(word)) continue;
        const { status, body } = await search({
          keyword: `${own} ${word}`,
          user_id: String(PEOPLE.member),
          from,
          limit: '100',
        });
        expect(status, word).toBe(200);
        const hit = body.find((one) => one.id === id);
        expect(hit, `“${word}” of “${written}”`).toBeDefined();
        expect(hit?.content).toContain('<em>');
        expect(hit?.content.replace(/<em>[^<>]*<\/em>/g, '')).not.toMatch(/[<>]/);
      }
    }),
    propertyRuns(25),
  );
});

test('[R31] each word alone finds its post', async () => {
  const from = new Date(Date.now() - 60_000).toISOString();
  const words = [
    'usb-c',
    'wi-fi',
    'gcc-12',
    'systemd-analyze',
    'C++',
    'C#',
    '.NET',
    'ASP.NET',
    '6.1.0',
    '/etc/fstab',
    'a@example.com',
    'x86_64',
    '分数缩放',
    'ＬＰＭ',
    'libfoo-2.3.4-dev',
    '2.3.4',
  ];
  const id = await newThread(`<p>${words.join(' ')}</p>`);
  for (const keyword of words)
    expect([
      keyword,
      (await search({ keyword, user_id: String(PEOPLE.member), from })).body.map((hit) => hit.id),
    ]).toEqual([keyword, expect.arrayContaining([id])]);
});

test('[R31] a message as long as may be, of nothing but words that occur once, is written and found', async () => {
  const own = 'zqlongestw';
  const rare = Array.from({ length: 45_000 }, (_, index) =>
    String.fromCodePoint(0x20000 + ((index * 7919) % 42_000)),
  );
  let message = `<p>${own} `;
  for (const character of rare) {
    if (message.length + character.length + 5 > MAX_MESSAGE_CHARACTERS) break;
    message += character;
  }
  const id = await newThread(`${message}</p>`);
  expect((await search({ keyword: own })).body.map((hit) => hit.id)).toEqual([id]);
});

test('[R31, R34] searches work with any synonyms that administrators save', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyText(), { maxLength: 5 }), { maxLength: 6 }),
      async (groups) => {
        const lines = groups.map((words) => words.join(', ').toWellFormed().replaceAll('\0', ''));
        await db.execute(sql`
          insert into config_entry (field, value)
          values ('search_words', ${JSON.stringify({ groups: lines.join('\n') })})
          on conflict (field) do update set value = excluded.value`);
        for (const keyword of [
          '内核 屏幕',
          ...lines.flatMap((line) => line.split(',')).slice(0, 4),
        ])
          expect([200, 400, 406]).toContain((await search({ keyword })).status);
      },
    ),
    propertyRuns(25),
  );
});
