import { describe, expect, test } from 'vitest';
import { htmlToPlainText } from '#contracts/html-to-plain-text.ts';
import { createExcerpt } from '#search/excerpt.ts';
import { createMatcher, highlight } from '#search/highlight.ts';
import { STEM_MARK } from '#search/stem-word.ts';
import { addSynonyms, parseThesaurus } from '#search/thesaurus.ts';
import { tokenize } from '#search/tokenize.ts';
import {
  allOf,
  anyOf,
  estimateShare,
  getRequiredTerms,
  parseTerms,
  writeTsquery,
} from '#search/tsquery.ts';
import { SUBJECT_MARK, toTsvector } from '#search/tsvector.ts';

const wholes = (keyword: string) => getRequiredTerms(parseTerms(keyword)).map(({ whole }) => whole);

describe('[R31] tokens of a text', () => {
  test('Chinese is cut into words, long ones with the words in them', () => {
    expect(tokenize('蓝图系统的分数缩放')).toEqual(
      expect.arrayContaining(['蓝图系统', '蓝图', '系统', '分数缩放', '分数', '缩放']),
    );
    expect(tokenize('显卡黑屏')).toEqual(['显卡', '黑屏']);
  });

  test('characters that no word holds are found by their pairs, never across particles', () => {
    expect(tokenize('龘靐齉')).toEqual(['龘', '靐', '齉', '龘靐', '靐齉']);
    expect(tokenize('龘的靐')).toEqual(['龘', '的', '靐']);
  });

  test('words of letters stay complete and are found by their parts', () => {
    expect(tokenize('Node.js on lantu_report-2')).toEqual([
      'node.js',
      'node',
      'js',
      'on',
      'lantu_report-2',
      'lantu',
      'report',
      '2',
      'lantu_report',
      'report-2',
    ]);
    expect(tokenize('fcitx5 25.1 C++ c#')).toEqual(['fcitx5', 'fcitx', '5', '25.1', 'c++', 'c#']);
  });

  test('paths, error codes and versions are found completely, and by each part', () => {
    const has = (text: string, ...words: string[]) =>
      expect(tokenize(text)).toEqual(expect.arrayContaining(words));
    has('/etc/apt/sources.list', 'etc/apt/sources.list', 'apt/sources.list', 'sources.list');
    has('/etc/apt/sources.list', 'etc/apt', 'apt', 'sources', 'list');
    has('linux-image-6.1.0-18-amd64', '6.1.0-18-amd64', '6.1.0-18', '6.1.0', '6.1', '18-amd64');
    has('v23.1', 'v23.1', '23.1');
    has('0x80070005', '0x80070005', '80070005');
    has('ERR_CONNECTION_RESET', 'err_connection_reset', 'connection_reset', 'reset');
    has('E: Unable to locate package', 'e', 'unable', 'to', 'locate', 'package');
    has('CVE-2024-3094', 'cve-2024-3094', '2024-3094');
    expect(tokenize('c++')).toEqual(['c++']);
    expect(tokenize(Array(40).fill('a').join('/')).length).toBeLessThan(60);
  });

  test('full width is half width, capitals are small letters, Chinese and English may touch', () => {
    expect(tokenize('升级ＬＰＭ后')).toEqual(['升级', 'lpm', '后']);
    expect(tokenize('Wayland缩放')).toEqual(['wayland', '缩放']);
  });

  test('traditional characters are simplified ones', () => {
    expect(tokenize('雙系統顯示')).toEqual(tokenize('双系统显示'));
    expect(tokenize('雙系統').join('')).not.toMatch(/[雙統]/);
  });

  test('English words are found without their ending besides, names and short words are not', () => {
    expect(tokenize('disconnects dropping batteries')).toEqual([
      'disconnects',
      '~disconnect',
      'dropping',
      '~drop',
      'batteries',
      '~batteri',
    ]);
    expect(tokenize('gcc12 its ßtraße')).toEqual(['gcc12', 'gcc', '12', 'its', 'ßtraße']);
  });

  test('untypable input stays short', () => {
    expect(tokenize('x'.repeat(500))).toEqual(['x'.repeat(64)]);
  });
});

describe('[R31] vectors', () => {
  test('a subject weighs A and is marked, a repeated word of the body more than a single one', () => {
    expect(toTsvector('内核 lpm lpm', '内核')).toBe(`'内核':1A '^内核' '内核':2D 'lpm':1C `);
    expect(toTsvector('lpm')).toBe(`'lpm' `);
  });

  test('quotes and backslashes cannot leave their token', () => {
    expect(toTsvector(`can't`)).toBe(`'can''t' 'can' 't' `);
  });
});

describe('[R31] a word is found and marked in other forms', () => {
  test.each([
    ['disconnecting', 'It disconnects twice a day', 'It <em>disconnects</em> twice a day'],
    ['drop.', 'keeps dropping, dropdown', 'keeps <em>dropping</em>, dropdown'],
    ['battery', 'two batteries and a batter', 'two <em>batteries</em> and a batter'],
    ['updating', 'an update; updates', 'an <em>update</em>; <em>updates</em>'],
    ['雙系統', '双系统的时间', '<em>双系统</em>的时间'],
    ['双系统', '雙系統的時間', '<em>雙系統</em>的時間'],
    ['Ｗｉ－Ｆｉ', 'the Wi-Fi card', 'the <em>Wi-Fi</em> card'],
    ['80070005', 'error 0x80070005:', 'error <em>0x80070005</em>:'],
    ['0x80070005', 'error 80070005', 'error <em>80070005</em>'],
    ['23.1', 'since v23.1', 'since <em>v23.1</em>'],
    ['v23.1', 'LPM 23.1 is out', 'LPM <em>23.1</em> is out'],
    ['sources.list', 'edit /etc/apt/sources.list', 'edit /etc/apt/<em>sources.list</em>'],
    [
      '6.1.0-18 nvidia',
      'nvidia and linux-image-6.1.0-18-amd64',
      '<em>nvidia</em> and linux-image-<em>6.1.0-18</em>-amd64',
    ],
  ])('%s in “%s”', (keyword, text, marked) => {
    const terms = getRequiredTerms(parseTerms(keyword));
    expect(highlight(text, createMatcher(terms))).toBe(marked);
    const tokens = tokenize(text);
    for (const { whole, stem, parts } of terms)
      expect(
        tokens.includes(whole) ||
          (stem !== undefined && tokens.includes(STEM_MARK + stem)) ||
          (stem !== undefined && tokens.includes(stem)) ||
          (parts.length > 0 && parts.every((part) => tokens.includes(part))),
        whole,
      ).toBe(true);
  });
});

describe('[R31] terms of a keyword', () => {
  test('words that questions are made of are not insisted on, unless there is nothing else', () => {
    expect(wholes('升级后黑屏怎么办')).toEqual(['升级', '黑屏']);
    expect(wholes('how to fix the dock')).toEqual(['fix', 'dock']);
    expect(wholes('怎么办')).toEqual(['怎么办']);
    expect(wholes('E: Unable to locate package')).toEqual(['unable', 'locate', 'package']);
    expect(wholes('c 语言')).toEqual(['c', '语言']);
  });

  test('a long Chinese word is also found by the words in it', () => {
    expect(writeTsquery(allOf(parseTerms('分数缩放')))).toBe(`('分数缩放' | ('分数' & '缩放'))`);
  });

  test('the last word of letters may be unfinished, others and Chinese may not', () => {
    expect(writeTsquery(allOf(parseTerms('dock way')))).toBe(`('dock' | '~dock') & 'way':*`);
    expect(writeTsquery(allOf(parseTerms('way 缩放')))).toBe(`'way' & '缩放'`);
    expect(writeTsquery(allOf(parseTerms('way ')))).toBe(`'way'`);
    expect(writeTsquery(allOf(parseTerms('dock'), SUBJECT_MARK))).toBe(`('^dock':* | '^~dock')`);
  });

  test('how many texts have them is put together from how many have each word', () => {
    const shareOf = ({ token }: { token: string }) => (token === '显卡' ? 0.5 : 0.2);
    const terms = parseTerms('显卡 黑屏');
    expect(estimateShare(allOf(terms), shareOf)).toBeCloseTo(0.1);
    expect(estimateShare(anyOf(terms), shareOf)).toBeCloseTo(0.6);
  });

  test('operators of tsquery are text', () => {
    expect(parseTerms(`& | ! ( ) : * <-> '`)).toEqual([]);
    expect(writeTsquery(allOf(parseTerms(`a'b`)))).toContain(`'a''b'`);
  });
});

describe('[R31] highlights', () => {
  test('matches are marked, everything else is escaped', () => {
    expect(highlight('<b> Wayland & 分数缩放', createMatcher(parseTerms('缩放 way')))).toBe(
      '&lt;b&gt; <em>Wayland</em> &amp; 分数<em>缩放</em>',
    );
    expect(highlight('a <em> b', undefined)).toBe('a &lt;em&gt; b');
  });

  test('only complete words match, except for an unfinished one', () => {
    expect(highlight('dockyard dock', createMatcher(parseTerms('dock 的')))).toBe(
      'dockyard <em>dock</em>',
    );
  });

  test('a word that mixes Chinese and symbols is marked if the thesaurus has it in one piece', () => {
    const terms = addSynonyms(parseTerms('学习c++'), parseThesaurus('学习C++, cpp'));
    expect(highlight('cpp：学习C++入门', createMatcher(terms))).toBe(
      '<em>cpp</em>：<em>学习C++</em>入门',
    );
  });

  test('the excerpt surrounds the first match', () => {
    const excerpt = createExcerpt(
      `${'长'.repeat(300)}内核${'文'.repeat(300)}`,
      createMatcher(parseTerms('内核')),
    );
    expect(excerpt).toMatch(/^…长{40}内核文+…$/);
    expect([...excerpt].length).toBe(162);
  });

  test('an excerpt begins and ends with complete words in spaced text', () => {
    const before = 'some words that are in front of it, sufficiently many of them ';
    const after = ` ${'and still more of them '.repeat(10)}`;
    const excerpt = createExcerpt(`${before}kernel${after}`, createMatcher(parseTerms('kernel')));
    expect(excerpt).toMatch(/^…front of it, .* kernel and /);
    expect(excerpt).toMatch(/ (?:and|still|more|of|them)…$/);
    expect(createExcerpt(`${'x'.repeat(80)} kernel`, createMatcher(parseTerms('kernel')))).toBe(
      `…${'x'.repeat(39)} kernel`,
    );
  });

  test('an excerpt that has all of its text ends without dots, however many code units characters have', () => {
    for (const character of ['文', '👍🏽']) {
      const whole = character.repeat(160);
      expect(createExcerpt(whole, undefined)).toBe(whole);
      expect(createExcerpt(`${whole}。`, undefined)).toBe(`${whole}…`);
    }
  });

  test('HTML is read as text', () => {
    expect(htmlToPlainText('<p>a &lt;b&gt;</p><p title="x > y">c&amp;d</p>')).toBe('a <b> c&d');
  });

  test.each([
    ['<p><img src="/a.png" alt="截图"></p>', '[图片]', ''],
    ['<p>看<img src="/a.png" alt="">这</p>', '看[图片]这', '看这'],
    ['<p><video src="/a.mp4" controls=""></video></p>', '[视频]', ''],
    ['<p><iframe src="https://v.example/"></iframe></p>', '[视频]', ''],
    ['<p><img class="emoji" alt="👌" src="/ok.gif"></p>', '👌', '👌'],
    ['<p title="<img >">x</p>', 'x', 'x'],
  ])('%s has words for readers alone, not for the index', (html, shown, indexed) => {
    const words = { picture: '[图片]', video: '[视频]' };
    expect([htmlToPlainText(html, words), htmlToPlainText(html)]).toEqual([shown, indexed]);
  });
});

test('[R31] of a keyword with many words the first eight are asked for', () => {
  const words = Array.from({ length: 20 }, (_, index) => `lantu${String.fromCharCode(97 + index)}`);
  expect(parseTerms(words.join(' ')).map(({ whole }) => whole)).toEqual(words.slice(0, 8));
});
