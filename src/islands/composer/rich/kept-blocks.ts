import { Node } from '@tiptap/core';
import { keptAttribute, keptAttributes } from './kept-attributes.ts';

/* Blocks without a button in the editor, which messages of older editors and other sites have. */

const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'summary? block*',
  defining: true,
  parseHTML: () => [{ tag: 'details' }],
  // Open in the editor; for readers its author's choice is kept.
  renderHTML: ({ HTMLAttributes }) => ['details', HTMLAttributes, 0],
  addAttributes: () => ({ open: keptAttribute('open') }),
  addNodeView: () => () => {
    const dom = document.createElement('details');
    dom.open = true;
    dom.addEventListener('click', (event) => event.preventDefault());
    return { dom, contentDOM: dom, ignoreMutation: (mutation) => mutation.type === 'attributes' };
  },
});

const Summary = Node.create({
  name: 'summary',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'summary' }],
  renderHTML: ({ HTMLAttributes }) => ['summary', HTMLAttributes, 0],
});

const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'block* figcaption? block*',
  defining: true,
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes, 0],
});

const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: ({ HTMLAttributes }) => ['figcaption', HTMLAttributes, 0],
});

const Definitions = Node.create({
  name: 'definitions',
  group: 'block',
  content: '(term | definition)+',
  parseHTML: () => [{ tag: 'dl' }],
  renderHTML: ({ HTMLAttributes }) => ['dl', HTMLAttributes, 0],
});

const Term = Node.create({
  name: 'term',
  content: 'inline*',
  defining: true,
  parseHTML: () => [{ tag: 'dt' }],
  renderHTML: ({ HTMLAttributes }) => ['dt', HTMLAttributes, 0],
});

const Definition = Node.create({
  name: 'definition',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'dd' }],
  renderHTML: ({ HTMLAttributes }) => ['dd', HTMLAttributes, 0],
});

/** The checkbox of a task list; a click toggles it. */
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
  addAttributes: () => ({ checked: keptAttribute('checked') }),
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

/** A video file, with its sources; frames of video sites are in video-frame.ts. */
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
    ...keptAttributes('src', 'poster', 'controls', 'width', 'height', 'title'),
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

export const keptBlocks = [
  Details,
  Summary,
  Figure,
  Figcaption,
  Definitions,
  Term,
  Definition,
  TaskCheckbox,
  VideoFile,
];
