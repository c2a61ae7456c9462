import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, test } from 'vitest';
import { AppError } from '#contracts/errors.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS } from '#domain/message/allowed-html.ts';
import { findExternalLinks } from '#domain/message/external-links.ts';
import { hashContent } from '#domain/message/prepare.ts';
import { type SanitizedMessage, sanitize } from '#domain/message/sanitize.ts';
import { createWordFilter, filterLine, type SensitiveWord } from '#domain/message/word-filter.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';
import { editedHtml, hostileHtml } from '../support/hostile-html.ts';

const options = { frameHosts: ['bilibili.com'], siteHost: 'forum.example', outline: true };
const RUNS = 150;

/** undefined if it exceeds the limits, which is rare for generated HTML. */
function made(source: string): SanitizedMessage | undefined {
  try {
    return sanitize(source, options);
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    return undefined;
  }
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const elements = (node: Tree.ParentNode): Tree.Element[] =>
  node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elements(child)] : []));

const MADE_ATTRIBUTES = [
  'rel',
  'loading',
  'decoding',
  'referrerpolicy',
  'sandbox',
  'allowfullscreen',
  'style',
  'id',
];
const SCHEME = /^(?:https?:|mailto:|tel:|ftp:|magnet:|\/|#|\?|\.|[^:]*$)/i;

/** Forbidden parts of HTML. */
function forbidden(html: string): string[] {
  return elements(parseFragment(html)).flatMap(({ tagName, attrs, namespaceURI }) => [
    ...(ALLOWED_ELEMENTS.includes(tagName) && namespaceURI === 'http://www.w3.org/1999/xhtml'
      ? []
      : [tagName]),
    ...attrs.flatMap(({ name, value }) => {
      if (name === 'style') return value === 'height:auto' ? [] : [`style=${value}`];
      if (name === 'id') return /^s\d+$/.test(value) ? [] : [`id=${value}`];
      if (!ALLOWED_ATTRIBUTES.includes(name) && !MADE_ATTRIBUTES.includes(name)) return [name];
      if (
        (name === 'href' || name === 'src' || name === 'poster') &&
        !SCHEME.test(new URL(value, 'https://forum.example/').href)
      )
        return [`${name}=${value}`];
      if ((name === 'src' || name === 'poster') && /^\/(?!uploads\/|assets\/)/.test(value))
        return [`${name}=${value}`];
      return name === 'srcdoc' || /^on/.test(name) ? [name] : [];
    }),
  ]);
}

const escapedValue = (value: string): string =>
  value.replace(/&/g, '&amp;').replaceAll('\u00a0', '&nbsp;').replace(/"/g, '&quot;');

/** Serializes as browsers before 2025 did: `<` and `>` in attributes are not escaped. */
function writtenAsBefore(node: Node): string {
  return [...node.childNodes]
    .map((child) => {
      if (child.nodeType === 3)
        return escaped(child.nodeValue ?? '').replaceAll('\u00a0', '&nbsp;');
      const { localName, attributes } = child as Element;
      const pairs = [...attributes].map(({ name, value }) => ` ${name}="${escapedValue(value)}"`);
      const start = `<${localName}${pairs.join('')}>`;
      if (/^(br|hr|img|input|source|col)$/.test(localName)) return start;
      const leads = localName === 'pre' && child.firstChild?.nodeValue?.startsWith('\n');
      return `${start}${leads ? '\n' : ''}${writtenAsBefore(child)}</${localName}>`;
    })
    .join('');
}

const { window } = new JSDOM('');
function inBrowser(html: string): HTMLElement {
  const root = window.document.implementation.createHTMLDocument('').createElement('div');
  root.innerHTML = html;
  return root;
}

describe.each([
  ['hostile HTML', hostileHtml()],
  ['HTML of editors', editedHtml],
])('[R13] of %s the sanitizer', (_, html) => {
  const each = (check: (source: string, result: SanitizedMessage) => void) =>
    fc.assert(
      fc.asyncProperty(html, async (source) => {
        const result = made(source);
        if (result) check(source, result);
        await nextTurn(); // jsdom's memory is released between turns
      }),
      propertyRuns(RUNS),
    );

  test('makes HTML whose length is bounded by that of the source, and descriptions of a bounded length', () =>
    each((source, { html: first }) => {
      expect(Buffer.byteLength(first)).toBeLessThanOrEqual(
        4 * Buffer.byteLength(source) + 64 * 1024,
      );
      for (const { attrs } of elements(parseFragment(first)))
        for (const { name, value } of attrs)
          if (name === 'title' || name === 'alt')
            expect(value.length).toBeLessThanOrEqual(16 * 300);
    }));

  test('leaves only allowed elements, attributes, schemes and files', () =>
    each((_source, result) => expect(forbidden(result.html)).toEqual([])));

  test('writes HTML that every parser reads the same, also after an old browser’s serialization', () =>
    each((_source, { html: first }) => {
      const document = inBrowser(first);
      expect(inBrowser(writtenAsBefore(document)).isEqualNode(document)).toBe(true);
      expect(forbidden(writtenAsBefore(document))).toEqual([]);
    }));

  test('changes nothing of its own output', () =>
    each((_source, first) => {
      const again = made(first.html);
      if (again)
        expect({ html: again.html, text: again.text, links: again.links }).toEqual({
          html: first.html,
          text: first.text,
          links: first.links,
        });
      expect(findExternalLinks(first.html, options.siteHost)).toEqual(first.links);
    }));

  test('makes no more of it than a multiple', () =>
    each((source, result) =>
      expect(result.html.length).toBeLessThanOrEqual(60 * source.length + 300),
    ));
});

describe('[R14, R22] the text of a message', () => {
  const visible = (text: string) =>
    text.toWellFormed().replace(/\0/g, '').replace(/\s+/gu, ' ').trim();
  test('is the typed text, without tags or references', () =>
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(made(`<p>${escaped(text.toWellFormed())}</p>`)?.text).toBe(
          visible(text.replace(/\r\n?/g, '\n')),
        );
      }),
      propertyRuns(RUNS),
    ));

  test('is the same content however it is marked up and spaced', () =>
    fc.assert(
      fc.property(fc.array(anyText(3), { maxLength: 6 }), (words) => {
        const hash = (source: string) => hashContent(made(source)?.text ?? '', []);
        const safe = words.map((word) => escaped(word.toWellFormed()));
        expect(hash(`<p>${safe.map((word) => `<b>${word}</b> `).join('')}</p>`)).toBe(
          hash(safe.map((word) => `<div>${word}</div>`).join('\n')),
        );
      }),
      propertyRuns(60),
    ));

  const characters = (text: string) =>
    [...new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text)].map(
      ({ segment }) => segment,
    );
  test('is cut between characters as people count them', () =>
    fc.assert(
      fc.property(anyText(40), fc.integer({ min: 1, max: 60 }), (text, length) => {
        const kept = truncateText(text, length);
        if (kept === text) return;
        expect(kept.endsWith('…')).toBe(true);
        const whole = characters(text);
        expect(whole.join('').startsWith(kept.slice(0, -1))).toBe(true);
        expect(characters(kept.slice(0, -1))).toEqual(
          whole.slice(0, characters(kept.slice(0, -1)).length),
        );
        expect(characters(kept).length).toBeLessThanOrEqual(length);
        expect(kept.length).toBeLessThanOrEqual(length * 16 + 1);
      }),
      propertyRuns(400),
    ));
});

describe('[R14] the screen', () => {
  const word = fc.record({
    word: anyText(2),
    action: fc.constantFrom<SensitiveWord['action']>('ban', 'review', 'replace'),
    replacement: anyText(1),
  });
  test('finds words of any Unicode in any text, at valid positions, and replaces the right ones', () =>
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), anyText(30), (words, text) => {
        const screen = createWordFilter(words);
        for (const { start, end } of screen(text))
          expect([start >= 0, start < end, end <= text.length]).toEqual([true, true, true]);
        const screened = filterLine(screen, text);
        if (!screened.sensitiveWords.some(({ action }) => action === 'replace'))
          expect(screened.text).toBe(text);
      }),
      propertyRuns(300),
    ));

  test('finds each listed word that is separate', () =>
    fc.assert(
      fc.property(word, (listed) => {
        const screen = createWordFilter([{ ...listed, action: 'ban' }]);
        // Words that are too short after folding aren't filtered, and no word spans lines.
        if (
          /[\n\r\u2028\u2029。！？；!?;]/u.test(listed.word) ||
          screen(`${listed.word}${listed.word}`).length === 0
        )
          return;
        expect(screen(listed.word).length).toBeGreaterThan(0);
      }),
      propertyRuns(300),
    ));

  test('handles long texts of one character, of marks, and of symbols between letters', () => {
    const screen = createWordFilter(
      ['aaaaaaaaab', '赌博', 'casino'].map((text) => ({
        word: text,
        action: 'ban',
        replacement: '',
      })),
    );
    for (const text of [
      'a'.repeat(100_000),
      `a${'\u0301'.repeat(100_000)}`,
      '赌 '.repeat(50_000),
      'c.'.repeat(50_000),
      '\u200b'.repeat(100_000),
      '\ud83d'.repeat(100_000),
    ])
      expect(screen(text)).toEqual([]);
  });
});
