import { beforeEach, expect, test } from 'vitest';
import { type PassageBlock, quotePassage, readPassage } from '#client/composer/quote-passage.ts';
import { replyDraft } from '#client/drafts/reply-draft.ts';

/* Quotes of a selection in a post. */

const CODE = 'def f():\n    if x:\n\n        return "<a>"\n';

beforeEach(() => {
  document.body.innerHTML = `<div class="prose"><p>第一行<br>第二 <b>行</b></p><ul><li>一</li><li><p>二</p></li></ul><div class="code"><pre><code class="language-python"></code></pre><button>复制</button></div><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table><p>最后</p></div>`;
  const code = document.querySelector('code') as Element;
  // as highlighted code is published: in many elements
  for (const part of CODE.split(/(?=if|return)/)) {
    const span = document.createElement('span');
    span.textContent = part;
    code.append(span);
  }
});

/** Selects from one element's beginning to another's end. */
function select(from: string, to = from): Range {
  const range = document.createRange();
  range.setStart(document.querySelector(from) as Element, 0);
  range.setEndAfter((document.querySelector(to) as Element).lastChild as Node);
  return range;
}

const quoted = (blocks: PassageBlock[]): string => {
  replyDraft.change({ html: '' });
  quotePassage({ threadId: 1, reply: undefined, authorId: 2, nickname: '林间', blocks });
  return replyDraft.$content.get().html.replace(/<blockquote><p>.*?<\/p>/, '<blockquote>');
};

test('[R24] a selection within code retains its lines, its indentation and its empty lines', () => {
  const blocks = readPassage(select('code'));
  expect(blocks).toEqual([{ text: CODE, language: 'python' }]);
  expect(quoted(blocks)).toBe(
    '<blockquote><pre><code class="language-python">def f():\n    if x:\n\n        return "&lt;a&gt;"</code></pre></blockquote><p></p>',
  );
});

test('[R24] a selection in the middle of code begins where it begins', () => {
  const range = document.createRange();
  range.setStart(document.querySelector('code span:nth-child(2)')?.firstChild as Node, 3);
  range.setEnd(document.querySelector('code span:nth-child(3)')?.firstChild as Node, 6);
  expect(readPassage(range)).toEqual([{ text: 'x:\n\n        return', language: 'python' }]);
});

test('[R24] a whole post’s quote has its lines, items, cells and code, and no button', () => {
  expect(readPassage(select('.prose'))).toEqual([
    { text: '第一行' },
    { text: '第二 行' },
    { text: '一' },
    { text: '二' },
    { text: CODE, language: 'python' },
    { text: 'a b' },
    { text: '最后' },
  ]);
});

test('[R24] a long passage is cut, and nothing of white space is quoted', () => {
  expect(quoted([{ text: '长'.repeat(3_000) }, { text: '后' }])).toBe(
    `<blockquote><p>${'长'.repeat(2_000)}</p></blockquote><p></p>`,
  );
  document.body.innerHTML = '<div class="prose"><p> </p><pre><code>\n </code></pre></div>';
  expect(readPassage(select('.prose'))).toEqual([]);
});

test('[R24] a name with signs of HTML is quoted as it is', () => {
  quotePassage({
    threadId: 1,
    reply: undefined,
    authorId: 2,
    nickname: '<b>&amp;',
    blocks: [{ text: '一' }],
  });
  expect(replyDraft.$content.get().html).toContain('>@&lt;b&gt;&amp;amp;</a>');
});
