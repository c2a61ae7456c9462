import { Mark } from '@tiptap/core';
import Code from '@tiptap/extension-code';
import { keptAttributes } from './kept-attributes.ts';

/** Inline elements without a button in the editor, which messages have: they are kept. */
const KEPT_INLINE_TAGS = ['sub', 'sup', 'mark', 'small', 'kbd', 'samp', 'cite', 'ins'] as const;

/** Code may be a link or emphasized, as in other editors; Tiptap's excludes other marks. */
export const InlineCode = Code.extend({ excludes: '' });

const Span = Mark.create({
  name: 'span',
  parseHTML: () => [{ tag: 'span[lang]' }, { tag: 'span[title]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  addAttributes: () => keptAttributes('lang', 'title'),
});

export const keptMarks = [
  InlineCode,
  Span,
  ...KEPT_INLINE_TAGS.map((tag) =>
    Mark.create({
      name: tag,
      parseHTML: () => [{ tag }],
      renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    }),
  ),
];
