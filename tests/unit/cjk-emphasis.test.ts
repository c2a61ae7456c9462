import { expect, test } from 'vitest';
import { markdownToHtml } from '#client/composer/markdown.ts';
import { findBehindCjk } from '#islands/composer/rich/cjk-mark-rules.ts';
import { choosePlace } from '#islands/composer/rich/use-floating-position.ts';

const found = (sign: string, typed: string): unknown => {
  const find = findBehindCjk(sign);
  return typeof find === 'function' ? find(typed)?.replaceWith : undefined;
};

test('[R24] Markdown’s signs emphasize between Chinese characters as they are typed, and products stay', () => {
  expect(found('**', '这是**粗体**')).toBe('粗体');
  expect(found('**', '注意，**粗 体**')).toBe('粗 体');
  expect(found('*', '这是*斜体*')).toBe('斜体');
  expect(found('~~', '不要~~删除~~')).toBe('删除');
  for (const typed of [
    '2*3*',
    '共2*3*',
    '3个*4个*',
    'a*b*',
    '这是* 斜体*',
    '这是**',
    '这是**粗体*',
  ])
    expect(found('*', typed), typed).toBeUndefined();
  for (const typed of ['这是**粗体 **', 'a**b**', '这是****'])
    expect(found('**', typed), typed).toBeUndefined();
});

test('[R24] Markdown of phones and of the clipboard is emphasized next to Chinese punctuation; multiplications stay', () => {
  expect(markdownToHtml('请**注意：**不要*“重启”*电脑')).toBe(
    '<p>请<strong>注意：</strong>不要<em>“重启”</em>电脑</p>',
  );
  expect(markdownToHtml('**好。**再*见*')).toBe('<p><strong>好。</strong>再<em>见</em></p>');
  expect(markdownToHtml('2*3*4 和 **a** *b*')).toBe(
    '<p>2*3*4 和 <strong>a</strong> <em>b</em></p>',
  );
});

test('[R24] tools appear above their target, below it without room, and within view in a target that fills the window', () => {
  const seen = { top: 100, bottom: 800 };
  const top = (from: number, to: number, caret = from) =>
    choosePlace({ top: from, bottom: to }, 40, seen, { side: 'above', caret }).top;
  expect(top(300, 400)).toBe(254);
  expect(top(110, 400)).toBe(406);
  expect(top(0, 1_000, 700)).toBe(106);
  expect(top(0, 1_000, 120)).toBe(754);
  expect(choosePlace({ top: 300, bottom: 320 }, 900, seen, { side: 'below', caret: 300 })).toEqual({
    top: 326,
    maxHeight: 468,
  });
});
