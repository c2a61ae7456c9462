import { LRUCache } from 'lru-cache';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { foldWord } from '#domain/message/fold-text.ts';
import { prepareMessage } from '#domain/message/prepare.ts';
import { sanitize } from '#domain/message/sanitize.ts';
import { sanitizerThread } from '#domain/message/sanitizer-thread.ts';
import {
  assertAllowed,
  createWordFilter,
  filterLine,
  type SensitiveWord,
} from '#domain/message/word-filter.ts';

beforeAll(() => sanitizerThread.warm());

const listed = (
  word: string,
  action: SensitiveWord['action'] = 'ban',
  replacement = '',
): SensitiveWord => ({ word, action, replacement });
const found = (words: string[], text: string) => [
  ...new Set(
    createWordFilter(words.map((word) => listed(word)))(text).map(
      ({ sensitiveWord }) => sensitiveWord.word,
    ),
  ),
];
const replacing = createWordFilter([
  listed('笨蛋', 'replace', '**'),
  listed('笨蛋电脑', 'replace', '好电脑'),
  listed('darn', 'replace', 'd—'),
]);
const html = (source: string, wordFilter = replacing) =>
  sanitize(source, { frameHosts: [], wordFilter }).html;

describe('[R14] a sensitive word is found', () => {
  test.each([
    ['as it is', '这里有赌博广告'],
    ['in traditional characters', '這裡有賭博廣告'],
    ['with spaces between', '赌 博'],
    ['with signs between', '赌*博，赌-博，赌·博'],
    ['with characters that nobody sees between', '赌\u200b\u2060\ufeff\u00ad博'],
    ['with accents and variation selectors', '赌\ufe00博\u0301'],
    ['with a comma between', '赌，博'],
  ])('%s', (_, text) => expect(found(['赌博'], text)).toEqual(['赌博']));

  test.each([
    'casino',
    'CASINO',
    'Ｃａｓｉｎｏ',
    '𝐜𝐚𝐬𝐢𝐧𝐨',
    'c a s i n o',
    'c.a.s.i.n.o',
    'cás\u0131no'.replace('\u0131', 'i'),
    'ⓒⓐⓢⓘⓝⓞ',
    '在casino里',
    '“casino”',
  ])('when it is written %s', (text) => expect(found(['Casino'], text)).toEqual(['Casino']));

  test('when the list itself is written another way', () => {
    expect(found(['ＶＩＰ 發票'], 'vip发票')).toEqual(['ＶＩＰ 發票']);
    expect(foldWord('  ')).toBe('');
    expect(found(['', '…', '票'], '票')).toEqual(['票']);
    expect(found(['C++', '+V'], 'a letter c, a letter v')).toEqual([]);
  });

  test('at each of its places, overlapping ones too', () => {
    expect(found(['发票', '票据', '发票据'], '代开发票据')).toEqual(['发票', '发票据', '票据']);
  });
});

describe('[R14] a sensitive word is not found', () => {
  test.each([
    ['across the end of a sentence', '发票', '我们明天出发。票已经买好'],
    ['across lines', '发票', '出发\n票'],
    ['inside of another word', 'ass', 'class assets passed as soon as possible'],
    ['put together from the ends of words', 'shit', 'push it'],
    ['in half', '赌博', '赌气的博客'],
  ])('%s', (_, word, text) => expect(found([word], text)).toEqual([]));

  test('across paragraphs, but it is across marks within one', () => {
    const wordFilter = createWordFilter([listed('发票')]);
    const of = (source: string) =>
      sanitize(source, { frameHosts: [], wordFilter }).listed.map((one) => one.word);
    expect(of('<p>出发</p><p>票</p>')).toEqual([]);
    expect(of('出发<br>票')).toEqual([]);
    expect(of('<p>发<b>票</b></p>')).toEqual(['发票']);
    expect(of('<p>发<!-- x -->票</p>')).toEqual(['发票']);
    expect(of('<p>&#21457;&#31080;</p>')).toEqual(['发票']);
  });
});

describe('[R14] words that are replaced', () => {
  test('are replaced in text nodes, the longest first, and markup stays', () => {
    expect(html('<p>你这笨蛋，笨 蛋电脑</p>')).toBe('<p>你这**，好电脑</p>');
    expect(html('<p><a href="https://x.example/笨蛋" title="笨蛋">笨蛋</a></p>')).toBe(
      '<p><a href="https://x.example/笨蛋" title="笨蛋" rel="nofollow noopener ugc">**</a></p>',
    );
    expect(html('<p>笨<b>蛋</b>！</p>')).toBe('<p>**<b></b>！</p>');
    expect(html('<p>一笨<b>蛋</b>电<i>脑二</i></p>')).toBe('<p>一好电脑<b></b><i>二</i></p>');
    expect(html('<p>Darn it, d.a.r.n; darned</p>')).toBe('<p>d— it, d—; darned</p>');
  });

  test('can bring no markup in', () => {
    const screen = createWordFilter([listed('笨蛋', 'replace', '<img src=x onerror=alert(1)>')]);
    expect(html('<p>笨蛋</p>', screen)).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>');
  });

  test('are not in the excerpt either, nor in a subject', async () => {
    const made = await prepareMessage(
      '<p>你这笨蛋</p>',
      { frameHosts: [], siteHost: 'x', version: 1 },
      { wordFilter: replacing },
    );
    expect(made).toMatchObject({ excerpt: '你这**', source: '<p>你这笨蛋</p>' });
    expect(filterLine(replacing, '笨蛋和笨蛋电脑 ok').text).toBe('**和好电脑 ok');
  });
});

test('[R14] a refusal names each word once, a pending post has its words', () => {
  expect(() =>
    assertAllowed([listed('赌博'), listed('发票'), listed('赌博'), listed('x', 'review')]),
  ).toThrow(expect.objectContaining({ code: 'verify', detail: { payload: ['赌博', '发票'] } }));
  expect(assertAllowed([listed('x', 'review')])).toEqual({ review: true });
  expect(assertAllowed([listed('x', 'replace')])).toEqual({ review: false });
});

test('[R14] a text without any listed word is unchanged', () => {
  let state = 20_240_607;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const words = ['赌博', '发票', 'darn', '笨蛋电脑'];
  const screen = createWordFilter(words.map((word) => listed(word, 'replace', '█')));
  const alphabet = [...'赌博发票笨蛋电脑darn 的了我们，。！-*\n\u200b😀<&>"ÀéΩЖ𝐝１'];
  const bare = (text: string) => foldWord(text).toLowerCase();
  let clean = 0;
  for (let round = 0; round < 800; round++) {
    const text = Array.from(
      { length: 1 + random(14) },
      () => alphabet[random(alphabet.length)],
    ).join('');
    if (words.some((word) => bare(text).includes(bare(word)))) continue;
    clean++;
    expect(filterLine(screen, text)).toEqual({ text, sensitiveWords: [] });
    const source = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p><p>x</p>`;
    expect(html(source, screen)).toBe(sanitize(source, { frameHosts: [] }).html);
  }
  expect(clean).toBeGreaterThan(500);
});

test('[R14] no more characters are remembered than texts of one language have', () => {
  const set = vi.spyOn(LRUCache.prototype, 'set');
  const characters = Array.from({ length: 20_000 }, (_, n) => String.fromCodePoint(0x2_0000 + n));
  foldWord(characters.join(''));
  expect(set).toHaveBeenCalledTimes(20_000);
  expect(set.mock.contexts[0]).toMatchObject({ size: 10_000 });
});
