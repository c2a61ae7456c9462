import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { expect, test, vi } from 'vitest';
import { sanitize } from '#domain/message/sanitize.ts';
import {
  type PlainMessage,
  parsePlainMessage,
  plainToMessageHtml,
} from '../../src/islands/composer/plain/plain-message.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';
import { editedHtml, hostileHtml } from '../support/hostile-html.ts';

/* Conversion between HTML and Markdown in the phone's textarea, which runs in browsers. */

const { window } = new JSDOM('');
for (const name of ['DOMParser', 'Node', 'NodeFilter'] as const) vi.stubGlobal(name, window[name]);

const RUNS = 150;
const message = (text: string): PlainMessage => ({ text, people: new Map(), pictures: [] });
const bodyOf = (html: string): HTMLElement =>
  new window.DOMParser().parseFromString(html, 'text/html').body;

/** The meaning of HTML: its words, links, pictures, lists, code and quotes. */
function meaning(html: string) {
  const body = bodyOf(html);
  const all = (selector: string, of: (element: Element) => unknown) =>
    [...body.querySelectorAll(selector)].map(of);
  return {
    text: (body.textContent ?? '').replace(/\s+/gu, ''),
    links: all('a[href]', (link) => [
      link.getAttribute('href'),
      link.textContent?.replace(/\s+/gu, ''),
    ]),
    pictures: all('img', (image) => [image.getAttribute('src'), image.getAttribute('alt')]),
    lists: all('ul,ol', (list) => [list.nodeName, list.children.length]),
    code: all('code', (code) => [
      code.parentElement?.nodeName === 'PRE',
      code.textContent?.replace(/\n$/, ''),
    ]),
    quotes: all('blockquote', () => true).length,
    headings: all('h1,h2,h3,h4,h5,h6', (heading) => heading.nodeName),
  };
}

const piece = fc.oneof(
  anyText(4).map((text) => text.replace(/[\r\n]+/g, ' ')),
  fc.constantFrom(
    '**fett**',
    '*kursiv*',
    '~~weg~~',
    '`code`',
    '[link](https://a.example/)',
    'https://a.example/x',
    '\\*',
    '<b>',
    '&amp;',
    '1.',
    '#',
    '- ',
    '> ',
    '|a|',
    '@Ann',
  ),
);
const line = fc.oneof(
  fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(' ')),
  fc
    .tuple(fc.constantFrom('- ', '1. ', '> ', '## ', '> - ', '  - ', '```bash\n', '---\n'), piece)
    .map(([sign, text]) => (sign.startsWith('```') ? `${sign}${text}\n\`\`\`` : sign + text)),
  fc.constant(''),
);
const typed = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));

test('[R13, R19] typed Markdown has the same meaning after being reloaded into the textarea and sent again', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const html = plainToMessageHtml(message(text));
      const back = parsePlainMessage(html);
      if (back) expect(meaning(plainToMessageHtml(back))).toEqual(meaning(html));
    }),
    propertyRuns(RUNS),
  );
});

test.each([
  ['of editors', editedHtml],
  ['of anybody', hostileHtml(12)],
] as const)(
  '[R13, R19] HTML %s either comes into the textarea with all that it means, or not at all',
  (_, html) => {
    fc.assert(
      fc.property(html, (source) => {
        const safe = sanitize(source, {
          frameHosts: [],
          siteHost: 'forum.example',
          forEditor: true,
        }).html;
        const back = parsePlainMessage(safe);
        if (back) expect(meaning(plainToMessageHtml(back))).toEqual(meaning(safe));
      }),
      propertyRuns(RUNS),
    );
  },
);

test('[R13, R19] common content round-trips: text, links, lists, code, quotes', () => {
  const plain = fc
    .array(
      fc.constantFrom('words', '一些文字', '**bold**', '[link](https://a.example/)', '`x y`'),
      { minLength: 1, maxLength: 4 },
    )
    .map((words) => words.join(' '));
  const block = fc.oneof(
    plain,
    fc
      .array(plain, { minLength: 1, maxLength: 3 })
      .map((items) => items.map((one) => `- ${one}`).join('\n')),
    fc
      .array(plain, { minLength: 1, maxLength: 3 })
      .map((items) => items.map((one, at) => `${at + 1}. ${one}`).join('\n')),
    plain.map((one) => `> ${one}`),
    plain.map((one) => `\`\`\`bash\n${one}\n\`\`\``),
  );
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
      const html = plainToMessageHtml(message(blocks.join('\n\n')));
      const back = parsePlainMessage(html);
      expect(back).toBeDefined();
      expect(meaning(plainToMessageHtml(back as PlainMessage))).toEqual(meaning(html));
    }),
    propertyRuns(RUNS),
  );
});
