import { describe, expect, test } from 'vitest';
import { excerptAround, highlight, matcher, plainText } from '#search/highlight.ts';
import { allInSubject, allOf, strongOf, termsOf } from '#search/query.ts';
import { tokensOf } from '#search/tokens.ts';
import { vectorOf } from '#search/vector.ts';

const wholes = (keyword: string) => strongOf(termsOf(keyword)).map((one) => one.whole);

describe('[R31] tokens of a text', () => {
  test('Chinese is cut into words, long ones with the words in them', () => {
    expect(tokensOf('蓝图系统的分数缩放')).toEqual(
      expect.arrayContaining(['蓝图系统', '蓝图', '系统', '分数缩放', '分数', '缩放']),
    );
    expect(tokensOf('显卡黑屏')).toEqual(['显卡', '黑屏']);
  });

  test('characters that no word holds are found by their pairs, never across particles', () => {
    expect(tokensOf('龘靐齉')).toEqual(['龘', '靐', '齉', '龘靐', '靐齉']);
    expect(tokensOf('龘的靐')).toEqual(['龘', '的', '靐']);
  });

  test('words of letters stay whole and are found by their parts', () => {
    expect(tokensOf('Node.js on lantu_report-2')).toEqual([
      'node.js',
      'node',
      'js',
      'on',
      'lantu_report-2',
      'lantu',
      'report',
      '2',
    ]);
    expect(tokensOf('fcitx5 25.1 C++ c#')).toEqual(['fcitx5', 'fcitx', '5', '25.1', 'c++', 'c#']);
  });

  test('full width is half width, capitals are small letters, Chinese and English may touch', () => {
    expect(tokensOf('升级ＬＰＭ后')).toEqual(['升级', 'lpm', '后']);
    expect(tokensOf('Wayland缩放')).toEqual(['wayland', '缩放']);
  });

  test('traditional characters stay as they are', () => {
    expect(tokensOf('顯示').join('')).toContain('顯');
    expect(tokensOf('顯示').join('')).not.toContain('显');
  });

  test('what cannot be typed stays short', () => {
    expect(tokensOf('x'.repeat(500))).toEqual(['x'.repeat(64)]);
  });
});

describe('[R31] vectors', () => {
  test('a subject weighs A and is marked, a repeated word of the body more than one that stands once', () => {
    expect(vectorOf('内核 lpm lpm', '内核')).toBe(`'内核':1A '^内核' '内核':2D 'lpm':1C `);
    expect(vectorOf('lpm')).toBe(`'lpm' `);
  });

  test('quotes and backslashes cannot leave their token', () => {
    expect(vectorOf(`can't`)).toBe(`'can''t' 'can' 't' `);
  });
});

describe('[R31] terms of a keyword', () => {
  test('words that questions are made of are not insisted on, unless there is nothing else', () => {
    expect(wholes('升级后黑屏怎么办')).toEqual(['升级', '黑屏']);
    expect(wholes('how to fix the dock')).toEqual(['fix', 'dock']);
    expect(wholes('怎么办')).toEqual(['怎么办']);
  });

  test('a long Chinese word is also found by the words in it', () => {
    expect(allOf(termsOf('分数缩放'))).toBe(`('分数缩放' | ('分数' & '缩放'))`);
  });

  test('the last word of letters may be unfinished, others and Chinese may not', () => {
    expect(allOf(termsOf('dock way'))).toBe(`'dock' & 'way':*`);
    expect(allOf(termsOf('way 缩放'))).toBe(`'way' & '缩放'`);
    expect(allOf(termsOf('way '))).toBe(`'way'`);
    expect(allInSubject(termsOf('dock'))).toBe(`'^dock':*`);
  });

  test('operators of tsquery are text', () => {
    expect(termsOf(`& | ! ( ) : * <-> '`)).toEqual([]);
    expect(allOf(termsOf(`a'b`))).toContain(`'a''b'`);
  });
});

describe('[R31] highlights', () => {
  test('matches are marked, everything else is escaped', () => {
    expect(highlight('<b> Wayland & 分数缩放', matcher(termsOf('缩放 way')))).toBe(
      '&lt;b&gt; <em>Wayland</em> &amp; 分数<em>缩放</em>',
    );
    expect(highlight('a <em> b', undefined)).toBe('a &lt;em&gt; b');
  });

  test('only whole words match, but for an unfinished one', () => {
    expect(highlight('docking dock', matcher(termsOf('dock 的')))).toBe('docking <em>dock</em>');
  });

  test('the excerpt stands around the first match', () => {
    const excerpt = excerptAround(
      `${'长'.repeat(300)}内核${'文'.repeat(300)}`,
      matcher(termsOf('内核')),
    );
    expect(excerpt).toMatch(/^…长{40}内核文+…$/);
    expect([...excerpt].length).toBe(162);
  });

  test('HTML is read as text', () => {
    expect(plainText('<p>a &lt;b&gt;</p><p title="x > y">c&amp;d</p>')).toBe('a <b> c&d');
  });
});
