import type { Extensions } from '@tiptap/core';
import Image from '@tiptap/extension-image';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { BlockAttributes } from './attributes.ts';
import { keptBlocks } from './blocks.ts';
import { Frame } from './frame.ts';
import { keptMarks } from './marks.ts';
import { tables } from './table.ts';

/** All that a message may hold. What isn't here would be lost when an older message is edited. */
export const schema: Extensions = [
  StarterKit.configure({
    code: false,
    link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { target: null, rel: null, class: null } },
    codeBlock: { enableTabIndentation: true, tabSize: 2, HTMLAttributes: {} },
    dropcursor: { color: false, width: 2, class: 'drop-place' },
    trailingNode: false,
  }),
  BlockAttributes,
  ...keptMarks,
  ...keptBlocks,
  ...tables,
  Frame,
  Image.configure({ inline: true, allowBase64: false }),
];

export const withPlaceholder = (text: string): Extensions => [...schema, Placeholder.configure({ placeholder: text })];
