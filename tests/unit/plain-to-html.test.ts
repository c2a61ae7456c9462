import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainToHtml } from '#client/messages/plain-to-html.ts';
import { hasInvisible, isBlank, normalizeLine, normalizeName } from '#contracts/text-lines.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';

test('[unit] plain text becomes paragraphs and lines, and stays text', () => {
  expect(plainToHtml('a <b>\r\nc & "d"\n\n\n e')).toBe(
    '<p>a &lt;b&gt;<br>c &amp; "d"</p><p> e</p>',
  );
  expect(plainToHtml('  \n ')).toBe('');
});

test('[unit] addresses become links without the sentence’s signs, and nothing else does', () => {
  expect(plainToHtml('见 https://a.example/x?b=1&c=2。谢谢')).toBe(
    '<p>见 <a href="https://a.example/x?b=1&amp;c=2">https://a.example/x?b=1&amp;c=2</a>。谢谢</p>',
  );
  expect(plainToHtml('(see http://a.example/x).')).toBe(
    '<p>(see <a href="http://a.example/x">http://a.example/x</a>).</p>',
  );
  expect(plainToHtml('javascript:alert(1) https://"onclick=x')).toBe(
    '<p>javascript:alert(1) https://"onclick=x</p>',
  );
});

test('[unit] invisible characters are found in a line, and joined emoji are not', () => {
  for (const text of [
    'a\u200bb',
    '\u202eabc',
    'a\u0007',
    '\u2028',
    'a\u200d',
    `Zoë\u0301${'\u0308'.repeat(9)}`,
  ])
    expect([text, hasInvisible(text)]).toEqual([text, true]);
  for (const text of ['林间小路', "Zoë O'Neil-Łuk", '👩‍💻 在', '👩🏽‍🚀', '❤️‍🔥', 'Việt', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 home'])
    expect([text, hasInvisible(text)]).toEqual([text, false]);
});

test('[R23] a pasted line is stored without invisible and direction-changing characters, and marks that cover other lines', () => {
  for (const [sent, line] of [
    ['\u200b系统\u2060 问题\ufeff', '系统 问题'],
    ['报告\u202etxt.exe', '报告txt.exe'],
    ['a\r\n\t b\u2028c\0', 'a b c'],
    ['soft\u00adhyphen', 'softhyphen'],
    [`a${'\u0301'.repeat(500)}b`, `a${'\u0301'.repeat(8)}b`],
    ['👨‍👩‍👧 👩🏽‍🚀 ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣', '👨‍👩‍👧 👩🏽‍🚀 ❤️‍🔥 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣'],
    ['Việt naïve שָׁלוֹם', 'Việt naïve שָׁלוֹם'],
    ['کتاب\u200cها \u200cو a\u200cb', 'کتاب\u200cها و ab'],
    ['ক্\u200dষ র\u200d্যাব ශ්\u200dරී', 'ক্\u200dষ র\u200d্যাব ශ්\u200dරී'],
    ['😀\u200d。🙂\u200d🙃', '😀。🙂\u200d🙃'],
  ] as const)
    expect(normalizeLine(sent)).toBe(line);
});

test('[R23] a stored line is read unchanged, and shows the same text', () => {
  fc.assert(
    fc.property(anyText(40), (text) => {
      const line = normalizeLine(text);
      expect(normalizeLine(line)).toBe(line);
      expect(line.length).toBeLessThanOrEqual(text.length);
      expect(isBlank(line)).toBe(isBlank(text));
    }),
    propertyRuns(1_000),
  );
});

test('[R35] a name is read again as it was stored', () => {
  const part = fc.constantFrom(
    ...['\u200c', '\u200d', '\u200b', '\u034f', '\ufe0f', '\u0301', '\u0323', '\u093c', '\u094d'],
    ...[
      'م',
      'ی',
      'ک',
      'ष',
      'ड़',
      'ড়',
      'রা',
      'e',
      '谷',
      '👩',
      '💻',
      '🏽',
      '\u{e0067}',
      '🏴',
      ' ',
      '\ud800',
    ],
  );
  const anyName = fc.oneof(
    anyText(40),
    fc.array(part, { maxLength: 24 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(anyName, (text) => {
      const name = normalizeName(text);
      expect(normalizeName(name)).toBe(name);
      expect(name).not.toMatch(/\p{M}{4}/u);
    }),
    propertyRuns(3_000),
  );
});

test('[R23] invisible content is blank, of any elements', () => {
  for (const text of [
    '',
    ' \n\u3000',
    '\u200b\u2060\ufeff',
    '\u2800\u2800',
    '\u3164\uffa0',
    '\ufe0f\ufe0f',
    '\u202e\u202c',
    '\u00ad',
  ])
    expect([text, isBlank(text)]).toEqual([text, true]);
  for (const text of ['.', '中', '🙂', '\ufffd', '\u0301'])
    expect([text, isBlank(text)]).toEqual([text, false]);
});
