import type { Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { CjkMarkRules } from './cjk-mark-rules.ts';
import { CodeColours } from './code-colours.ts';
import { EditorKeys } from './editor-keys.ts';
import { BlockAttributes } from './kept-attributes.ts';
import { keptBlocks } from './kept-blocks.ts';
import { keptMarks } from './kept-marks.ts';
import { MentionNode, type MentionOptions } from './mention-node.ts';
import { PictureNode } from './picture-node.ts';
import { StickerNode } from './sticker-node.ts';
import { tableExtensions } from './table-nodes.ts';
import { TextInsertion } from './text-insertion.ts';
import { VideoFrame } from './video-frame.ts';
import { WrongWords } from './wrong-words.ts';

/**
 * The schema of messages. Elements that aren't in it would be lost when an older message is edited.
 */
export const createExtensions = (
  placeholder: () => string,
  mention: MentionOptions,
): Extensions => [
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
  ...tableExtensions,
  VideoFrame,
  PictureNode,
  StickerNode,
  MentionNode.configure(mention),
  Placeholder.configure({ placeholder }),
  CodeColours,
  WrongWords,
  TextInsertion,
  CjkMarkRules,
  EditorKeys,
];
