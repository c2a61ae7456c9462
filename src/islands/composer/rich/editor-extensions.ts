import { Extension, type Extensions, type InputRule, Node } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { OrderedList } from '@tiptap/extension-list';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import StarterKit from '@tiptap/starter-kit';
import { highlightClass, MAX_HIGHLIGHTED_CHARACTERS } from '#contracts/code-highlighting.ts';
import { findLinks } from '#contracts/find-links.ts';
import { parseStickerAddress, stickerAttributes } from '#contracts/stickers.ts';
import { isComposing } from '../../page/is-composing.ts';
import { AddressLinks } from './address-links.ts';
import { CjkMarkRules } from './cjk-mark-rules.ts';
import { MentionNode, type MentionOptions } from './mention-node.ts';
import { PictureNode } from './picture-node.ts';
import { BlockAttributes, preservedAttributes } from './preserved-attributes.ts';
import { preservedBlocks, preservedMarks } from './preserved-elements.ts';
import { ReplaceSelectedBlocks } from './replace-selected-blocks.ts';
import { WrongWords } from './wrong-words.ts';

type Lowlight = ReturnType<typeof import('lowlight').createLowlight>;
type Part = ReturnType<Lowlight['highlight']>['children'][number];

const colourPluginKey = new PluginKey<DecorationSet>('coloured');
let lowlight: Lowlight | undefined;
let loading: Promise<void> | undefined;

const loadHighlighter = (): Promise<void> =>
  (loading ??= import('lowlight').then(({ common, createLowlight }) => {
    lowlight = createLowlight(common);
  }));

function addDecorations(parts: readonly Part[], from: number, found: Decoration[]): number {
  let at = from;
  for (const part of parts) {
    if (part.type === 'text') at += part.value.length;
    if (part.type !== 'element') continue;
    const name = highlightClass((part.properties.className ?? []) as string[]);
    const end = addDecorations(part.children, at, found);
    if (name) found.push(Decoration.inline(at, end, { class: name }));
    at = end;
  }
  return at;
}

function findCodeBlocks(doc: DocNode): { at: number; language: string; text: string }[] {
  const found: { at: number; language: string; text: string }[] = [];
  doc.descendants((node, at) => {
    if (
      node.type.name === 'codeBlock' &&
      node.attrs.language &&
      node.content.size <= MAX_HIGHLIGHTED_CHARACTERS
    )
      found.push({
        at,
        language: String(node.attrs.language).toLowerCase(),
        text: node.textContent,
      });
    return !node.isTextblock;
  });
  return found;
}

function decorateCode(doc: DocNode): DecorationSet {
  const found: Decoration[] = [];
  for (const { at, language, text } of findCodeBlocks(doc))
    if (lowlight?.registered(language))
      addDecorations(lowlight.highlight(language, text).children, at + 1, found);
  return DecorationSet.create(doc, found);
}

/** Highlights code like the server. The highlighter is fetched with the first code. */
const CodeColours = Extension.create({
  name: 'coloured',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: colourPluginKey,
      state: {
        init: (_, { doc }) => decorateCode(doc),
        apply: (tr, was) =>
          tr.docChanged || tr.getMeta(colourPluginKey) ? decorateCode(tr.doc) : was,
      },
      props: { decorations: (state) => colourPluginKey.getState(state) },
      view: (view) => {
        const wanted = () => {
          if (!lowlight && findCodeBlocks(view.state.doc).length > 0)
            void loadHighlighter().then(
              () => view.isDestroyed || view.dispatch(view.state.tr.setMeta(colourPluginKey, true)),
            );
        };
        wanted();
        return { update: wanted };
      },
    }),
  ],
});

/** An embedded video. The editor shows a card and doesn't contact the other site. */
const VideoFrame = Node.create({
  name: 'frame',
  group: 'block',
  atom: true,
  draggable: true,
  parseHTML: () => [{ tag: 'iframe' }],
  renderHTML: ({ HTMLAttributes }) => ['iframe', HTMLAttributes],
  addAttributes: () => preservedAttributes('src', 'title', 'width', 'height'),
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('div');
      dom.className = 'film';
      const address = String(node.attrs.src ?? '');
      const host = document.createElement('b');
      host.textContent = URL.canParse(address, location.href)
        ? new URL(address, location.href).host
        : '';
      const line = document.createElement('span');
      line.textContent = address;
      dom.append(host, line);
      return { dom };
    },
});

/** A sticker, an inline node like a character. */
const StickerNode = Node.create({
  name: 'sticker',
  group: 'inline',
  inline: true,
  atom: true,
  parseHTML: () => [
    {
      tag: 'img[src*="raccoon/"]',
      priority: 100, // before pictures
      getAttrs: (image) => {
        const src = image.getAttribute('src') ?? '';
        const name = parseStickerAddress(src.replace(`${location.origin}/`, ''));
        return name === undefined ? false : { name };
      },
    },
  ],
  addAttributes: () => ({ name: { default: 'smile', renderHTML: () => ({}) } }),
  renderHTML: ({ node }) => ['img', stickerAttributes(String(node.attrs.name))],
  renderText: ({ node }) => stickerAttributes(String(node.attrs.name)).alt ?? '',
});

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

/** Without the pixel widths of resizing: columns are as wide as their text. */
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
 * Tab works in code, lists and tables. After Escape, Tab leaves the editor, so the focus isn't
 * trapped (WCAG 2.1.2). No key is a command during IME composition.
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
              if (isComposing(event)) return event.ctrlKey || event.metaKey;
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

/** Inserts strings as text. Tiptap would parse them as HTML, which Trusted Types block. */
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

/** Tiptap's rules for typed text, one of them with a narrower pattern. */
const narrowRule = (rules: InputRule[] | undefined, find: string, narrower: RegExp): InputRule[] =>
  (rules ?? []).map((rule) => {
    if (String(rule.find).includes(find)) rule.find = narrower;
    return rule;
  });

/** Program names between double underscores stay text, as in the server's Markdown. */
const TextBold = Bold.extend({
  addInputRules() {
    const inUnderscores = /(?:^|\s)(__(?!\s+__|[a-z0-9]\w*__$)((?:[^_]+))__(?!\s+__))$/i;
    return narrowRule(this.parent?.(), '__', inUnderscores);
  },
});

/** A year at the start of a line doesn't start a list. */
const TextOrderedList = OrderedList.extend({
  addInputRules() {
    return narrowRule(this.parent?.(), '\\d+', /^(\d{1,3})\.\s$/);
  },
});

/** The schema of messages. Editing an older message would lose elements that aren't in it. */
export const createExtensions = (
  placeholder: () => string,
  mention: MentionOptions,
): Extensions => [
  StarterKit.configure({
    code: false,
    bold: false,
    orderedList: false,
    link: {
      openOnClick: false,
      autolink: false, // AddressLinks replaces it
      defaultProtocol: 'https',
      shouldAutoLink: (text) => findLinks(text)[0]?.to === text.length,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    codeBlock: { enableTabIndentation: true, tabSize: 2 },
    dropcursor: { color: false, width: 2, class: 'drop-target' },
  }),
  TextBold,
  TextOrderedList,
  AddressLinks,
  BlockAttributes,
  ...preservedMarks,
  ...preservedBlocks,
  ...tableExtensions,
  VideoFrame,
  PictureNode,
  StickerNode,
  MentionNode.configure(mention),
  Placeholder.configure({ placeholder }),
  CodeColours,
  WrongWords,
  TextInsertion,
  ReplaceSelectedBlocks,
  CjkMarkRules,
  EditorKeys,
];
