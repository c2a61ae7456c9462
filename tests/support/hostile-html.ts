import fc from 'fast-check';
import { anyText } from './arbitraries.ts';

/* HTML as attackers and broken editors send it. */

const tagName = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      'p',
      'b',
      'i',
      'a',
      'div',
      'span',
      'ul',
      'li',
      'table',
      'tr',
      'td',
      'th',
      'tbody',
      'caption',
      'col',
      'colgroup',
      'pre',
      'code',
      'blockquote',
      'h1',
      'h2',
      'img',
      'iframe',
      'video',
      'source',
      'input',
      'br',
      'hr',
      'details',
      'summary',
      'figure',
      'dl',
      'dd',
    ),
    weight: 6,
  },
  {
    arbitrary: fc.constantFrom(
      'svg',
      'math',
      'mtext',
      'mglyph',
      'mi',
      'annotation-xml',
      'foreignObject',
      'desc',
      'title',
      'style',
      'script',
      'template',
      'noscript',
      'textarea',
      'select',
      'option',
      'form',
      'button',
      'object',
      'embed',
      'frameset',
      'noembed',
      'xmp',
      'plaintext',
      'listing',
      'nobr',
      'font',
      'marquee',
      'x-custom',
      'body',
      'html',
      'head',
      'image',
      'isindex',
      'slot',
    ),
    weight: 4,
  },
);
const addressText = fc.oneof(
  fc.constantFrom(
    'https://a.example/x', 'javascript:alert(1)', ' java\nscript:alert(1)', 'JaVaScRiPt&colon;alert(1)', 'data:text/html,<script>alert(1)</script>', 'vbscript:x', '//evil.example', '\\\\evil.example', '/api/v1/user/msg/readAll', '/uploads/3f/3f9a.webp', '/uploads/..%2fapi', '#x', '', 'magnet:?x', 'http://[', 'https://www.bilibili.com/x', '//player.bilibili.com/', 'assets/image/raccoon/[agree].gif', 'mailto:a@b.c', 'https:evil.example', '\u0001javascript:alert(1)',
  ), // biome-ignore format: one list
  fc.webUrl(),
);
const attributeValue = fc.oneof(
  addressText,
  anyText(3),
  fc.constantFrom(
    '</style><img src=x onerror=alert(1)>',
    '--><img src=x onerror=alert(1)>',
    '<pre><table></table></pre>',
    '"><script>alert(1)</script>',
    '&quot;&gt;',
    '</noscript><img src=x onerror=alert(1)>',
    'code',
    'wide',
    'language-json',
    'emoji',
    'mention',
    '1',
    '-1',
    '99999',
  ),
);
const attributeName = fc.constantFrom(
  'href',
  'src',
  'srcset',
  'sizes',
  'title',
  'alt',
  'class',
  'id',
  'name',
  'style',
  'onclick',
  'onerror',
  'onload',
  'data-user-id',
  'data-language',
  'data-x',
  'width',
  'height',
  'type',
  'checked',
  'srcdoc',
  'poster',
  'xlink:href',
  'xmlns',
  'is',
  'slot',
  'formaction',
  'background',
  'target',
  'rel',
  'lang',
  'cite',
  '\u0000x',
  'x"y',
  '=',
  'a/b',
);
const attribute = fc
  .tuple(attributeName, attributeValue, fc.constantFrom('"', "'", ''))
  .map(
    ([name, text, quote]) =>
      ` ${name}=${quote}${quote === '"' ? text.replaceAll('"', '&quot;') : text}${quote}`,
  );
const opening = fc
  .tuple(
    tagName,
    fc.array(attribute, { maxLength: 3 }),
    fc.constantFrom('>', '/>', ' >', '\n>', ''),
  )
  .map(([name, attributes, end]) => `<${name}${attributes.join('')}${end}`);
const closing = tagName.map((name) => `</${name}>`);
const text = fc.oneof(
  anyText(3),
  fc.constantFrom(
    '&lt;img src=x onerror=alert(1)&gt;',
    '&#0;',
    '&#x110000;',
    '&#13;',
    '&nbsp;',
    '&notit;',
    '&',
    '<',
    '>',
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<![CDATA[',
    ']]>',
    '<?x',
    '<!doctype html>',
    '</',
    '\0',
    '\r\n',
    '\n',
    ']]>',
    '{"a": [1, null]}',
  ),
);

/** Random tags, closed or not, with odd attributes, text and comments. */
export const hostileHtml = (maxLength = 25): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { arbitrary: opening, weight: 5 },
        { arbitrary: closing, weight: 3 },
        { arbitrary: text, weight: 3 },
      ),
      { maxLength },
    )
    .map((pieces) => pieces.join(''));

const block: fc.Arbitrary<string> = fc.letrec<{ blocks: string; inline: string }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(
      'words ',
      '一些文字',
      'a &lt;b&gt; c',
      '<br>',
      '<a href="https://a.example/">link</a>',
      '<img src="/uploads/3f/a.png" alt="x">',
      '<code>x</code>',
    ),
    fc
      .tuple(
        fc.constantFrom('b', 'i', 'u', 's', 'em', 'strong', 'mark', 'sub', 'kbd'),
        tie('inline'),
      )
      .map(([name, inner]) => `<${name}>${inner}</${name}>`),
  ),
  blocks: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('inline').map((inner) => `<p>${inner}</p>`),
    fc.constantFrom(
      '<pre><code class="language-json">{"a": 1}</code></pre>',
      '<pre>\n\nlog\n</pre>',
      '<hr>',
      '<h1>t</h1>',
      '<h3>t</h3>',
    ),
    fc
      .tuple(fc.constantFrom('ul', 'ol'), fc.array(tie('blocks'), { maxLength: 3 }))
      .map(
        ([name, items]) => `<${name}>${items.map((one) => `<li>${one}</li>`).join('')}</${name}>`,
      ),
    fc
      .array(tie('blocks'), { maxLength: 4 })
      .map(
        (cells) =>
          `<table><tbody><tr>${cells.map((cell) => `<td>${cell}</td><th></th>`).join('')}</tr></tbody></table>`,
      ),
    tie('blocks').map((inner) => `<blockquote>${inner}</blockquote>`),
  ),
})).blocks;

/** Valid HTML as editors produce it: nothing in it needs to be removed. */
export const editedHtml: fc.Arbitrary<string> = fc
  .array(block, { maxLength: 5 })
  .map((blocks) => blocks.join(''));
