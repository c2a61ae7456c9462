import { expect, test } from 'vitest';
import { markdownToHtml } from '#client/composer/markdown.ts';
import { commentHtml } from '#client/thread/comment-html.ts';

const answered = [
  { id: 1, nickname: 'Ann' },
  { id: 2, nickname: 'Anna' },
  { id: 3, nickname: '林间' },
  { id: 4, nickname: '林间小路' },
  { id: 5, nickname: 'Жан' },
];
/** The mentioned users in HTML, in order. */
const named = (html: string): number[] =>
  [...html.matchAll(/data-user-id="(\d+)"/g)].map((match) => Number(match[1]));

test.each([
  ['@Anna', [2]],
  ['@Ann', [1]],
  ['@Ann @Anna', [1, 2]],
  ['@Anna @Ann', [2, 1]],
  ['@Annalena', []],
  ['@Annä', []],
  ['@Ann’s', [1]],
  ['@Ann，你好', [1]],
  ['@林间小路', [4]],
  ['@林间小', [3]],
  ['@Жанна', []],
  ['mail@Ann.example', []],
])('[R24] in %j the longest matching name is mentioned, and none within a word', (text, ids) => {
  expect(named(commentHtml({ text, answered }))).toEqual(ids);
  const inMarkdown = named(
    markdownToHtml(text, new Map(answered.map(({ id, nickname }) => [nickname, id]))),
  );
  if (!text.startsWith('mail')) expect(inMarkdown).toEqual(ids);
});

test('[R24] names are text in the sent HTML, and each person is notified once', () => {
  const one = { id: 7, nickname: '<b>&' };
  expect(commentHtml({ text: 'a @<b>& @<b>&\n\nc < d', answered: [one] })).toBe(
    '<p>a <span class="mention" data-user-id="7">@&lt;b&gt;&amp;</span> @&lt;b&gt;&amp;</p><p>c &lt; d</p>',
  );
});

test('[R24] a chosen name with signs of HTML is text in Markdown', () => {
  expect(markdownToHtml('@A&B<i>', new Map([['A&B<i>', 7]]))).toBe(
    '<p><a class="mention" data-user-id="7" href="/user/7">@A&amp;B&lt;i&gt;</a></p>',
  );
});
