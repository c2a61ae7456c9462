import { Mark, Node } from '@tiptap/core';
import Code from '@tiptap/extension-code';
import { preservedAttribute, preservedAttributes } from './preserved-attributes.ts';

/** Inline elements of messages without a button in the editor; preserved. */
const PRESERVED_INLINE_TAGS = [
  'sub',
  'sup',
  'mark',
  'small',
  'kbd',
  'samp',
  'cite',
  'ins',
] as const;

/** Allows links and emphasis in code, unlike Tiptap's extension. */
const InlineCode = Code.extend({ excludes: '' });

const Span = Mark.create({
  name: 'span',
  parseHTML: () => [{ tag: 'span[lang]' }, { tag: 'span[title]' }],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
  addAttributes: () => preservedAttributes('lang', 'title'),
});

export const preservedMarks = [
  InlineCode,
  Span,
  ...PRESERVED_INLINE_TAGS.map((tag) =>
    Mark.create({
      name: tag,
      parseHTML: () => [{ tag }],
      renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    }),
  ),
];

/* Blocks without a button in the editor, from messages of older editors and other sites. */

/** A block that is preserved with its content; no `group` if it only occurs inside another. */
const preservedBlock = (
  name: string,
  tag: string,
  content: string,
  more: Partial<Parameters<typeof Node.create>[0]> = {},
) =>
  Node.create({
    name,
    content,
    defining: true,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
    ...more,
  });

const Details = preservedBlock('details', 'details', 'summary? block*', {
  group: 'block',
  // Always open in the editor; the author's choice is preserved for readers.
  addAttributes: () => ({ open: preservedAttribute('open') }),
  addNodeView: () => () => {
    const dom = document.createElement('details');
    dom.open = true;
    dom.addEventListener('click', (event) => event.preventDefault());
    return { dom, contentDOM: dom, ignoreMutation: (mutation) => mutation.type === 'attributes' };
  },
});

const TaskCheckbox = Node.create({
  name: 'checkbox',
  group: 'inline',
  inline: true,
  atom: true,
  parseHTML: () => [{ tag: 'input[type=checkbox]' }],
  renderHTML: ({ HTMLAttributes }) => [
    'input',
    { type: 'checkbox', disabled: '', ...HTMLAttributes },
  ],
  addAttributes: () => ({ checked: preservedAttribute('checked') }),
  addNodeView:
    () =>
    ({ node, editor, getPos }) => {
      const dom = document.createElement('input');
      dom.type = 'checkbox';
      dom.checked = node.attrs.checked !== null;
      dom.contentEditable = 'false';
      dom.addEventListener('change', () => {
        const at = getPos();
        if (at !== undefined)
          editor.view.dispatch(
            editor.state.tr.setNodeAttribute(at, 'checked', dom.checked ? '' : null),
          );
      });
      return { dom };
    },
});

/** A video file with its sources; editor-extensions.ts has the frames of video sites. */
const VideoFile = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  parseHTML: () => [{ tag: 'video' }],
  renderHTML: ({ HTMLAttributes: { sources, ...rest } }) => [
    'video',
    rest,
    ...(JSON.parse(String(sources)) as Record<string, string>[]).map(
      (one) => ['source', one] as const,
    ),
  ],
  addAttributes: () => ({
    ...preservedAttributes('src', 'poster', 'controls', 'width', 'height', 'title'),
    sources: {
      default: '[]',
      parseHTML: (element: HTMLElement) =>
        JSON.stringify(
          [...element.querySelectorAll('source')].map((one) => ({
            src: one.getAttribute('src') ?? '',
            ...(one.type ? { type: one.type } : {}),
          })),
        ),
    },
  }),
});

export const preservedBlocks = [
  Details,
  preservedBlock('summary', 'summary', 'inline*'),
  preservedBlock('figure', 'figure', 'block* figcaption? block*', { group: 'block' }),
  preservedBlock('figcaption', 'figcaption', 'inline*'),
  preservedBlock('definitions', 'dl', '(term | definition)+', { group: 'block', defining: false }),
  preservedBlock('term', 'dt', 'inline*'),
  preservedBlock('definition', 'dd', 'block+'),
  TaskCheckbox,
  VideoFile,
];
