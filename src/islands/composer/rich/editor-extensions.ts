import { Extension, type Extensions } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import { Plugin } from '@tiptap/pm/state';
import StarterKit from '@tiptap/starter-kit';
import { CjkMarkRules } from './cjk-mark-rules.ts';
import { CodeColours } from './code-colours.ts';
import { BlockAttributes } from './kept-attributes.ts';
import { keptBlocks } from './kept-blocks.ts';
import { keptMarks } from './kept-marks.ts';
import { MentionNode, type MentionOptions } from './mention-node.ts';
import { PictureNode } from './picture-node.ts';
import { StickerNode } from './sticker-node.ts';
import { VideoFrame } from './video-frame.ts';
import { WrongWords } from './wrong-words.ts';

/** A table with the markup of published pages: no widths, with its caption. */
const PlainTable = Table.extend({
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
  parseHTML: () => [{ tag: 'table' }, { tag: 'caption', ignore: true }],
  addAttributes() {
    return {
      ...this.parent?.(),
      caption: {
        default: null,
        parseHTML: (element: HTMLElement) =>
          element.querySelector(':scope > caption')?.textContent ?? null,
        renderHTML: ({ caption }: Record<string, unknown>) =>
          caption === null ? {} : { 'data-caption': caption },
      },
    };
  },
});

/** Without the pixel widths that resizing would set: columns are as wide as their text. */
const plainCell = {
  renderHTML: ({
    HTMLAttributes: { colwidth: _, ...rest },
  }: {
    HTMLAttributes: Record<string, unknown>;
  }) => rest,
};

const tableExtensions = [
  PlainTable.configure({ resizable: false }),
  TableRow,
  TableCell.extend({ renderHTML: (props) => ['td', plainCell.renderHTML(props), 0] }),
  TableHeader.extend({ renderHTML: (props) => ['th', plainCell.renderHTML(props), 0] }),
];

/**
 * Tab works in code, lists and tables. Escape gives the next Tab back to the browser, so that the
 * focus isn't trapped (WCAG 2.1.2). During IME composition no key is a command.
 */
const EditorKeys = Extension.create({
  name: 'keys',
  priority: 2_000,
  addProseMirrorPlugins() {
    let tabIsFree = false;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: (_, event) => {
              if (event.isComposing || event.keyCode === 229) return event.ctrlKey || event.metaKey;
              const leaving = tabIsFree && event.key === 'Tab';
              if (event.key !== 'Shift') tabIsFree = event.key === 'Escape';
              return leaving;
            },
            blur: () => {
              tabIsFree = false;
            },
          },
        },
      }),
    ];
  },
});

/**
 * A string that is inserted is text, by Tiptap's own keys too. Tiptap reads it as HTML, in a way
 * that the content security policy forbids; HTML comes by editor-html.ts.
 */
const TextInsertion = Extension.create({
  name: 'textInsertion',
  addCommands: () => ({
    insertContent:
      (value, options) =>
      ({ tr, commands }) => {
        const { from, to } = tr.selection;
        const content = typeof value === 'string' ? { type: 'text', text: value } : value;
        return commands.insertContentAt({ from, to }, content, options);
      },
  }),
});

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
