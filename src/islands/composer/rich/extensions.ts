import type { Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { BlockAttributes } from './attributes.ts';
import { keptBlocks } from './blocks.ts';
import { Coloured } from './coloured.ts';
import { Frame } from './frame.ts';
import { Picture } from './image.ts';
import { Keys } from './keys.ts';
import { keptMarks } from './marks.ts';
import { Mention, type MentionOptions } from './mention.ts';
import { tables } from './table.ts';
import { WrongWords } from './wrong-words.ts';

/**
 * All that a message may hold, and how it is written. What isn't here would be lost when an older
 * message is edited.
 */
export const extensions = (placeholder: () => string, mention: MentionOptions): Extensions => [
  StarterKit.configure({
    code: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    codeBlock: { enableTabIndentation: true, tabSize: 2 },
    dropcursor: { color: false, width: 2, class: 'drop-place' },
  }),
  BlockAttributes,
  ...keptMarks,
  ...keptBlocks,
  ...tables,
  Frame,
  Picture,
  Mention.configure(mention),
  Placeholder.configure({ placeholder }),
  Coloured,
  WrongWords,
  Keys,
];
