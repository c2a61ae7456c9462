import { type Attribute, Extension } from '@tiptap/core';

/** An attribute that is preserved unchanged. */
export const preservedAttribute = (name: string): Attribute =>
  ({
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute(name),
    renderHTML: (attributes: Record<string, unknown>) =>
      attributes[name] === null ? {} : { [name]: attributes[name] },
  }) as unknown as Attribute;

export const preservedAttributes = (...names: string[]): Record<string, Attribute> =>
  Object.fromEntries(names.map((name) => [name, preservedAttribute(name)]));

/** Task lists are recognized by their class. */
const taskClass = {
  ...preservedAttribute('class'),
  parseHTML: (element: HTMLElement) =>
    element.className.match(/\btask-list(-item)?\b/)?.[0] ?? null,
};

const BLOCK_TYPES = [
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'codeBlock',
  'table',
  'tableRow',
  'tableHeader',
  'tableCell',
  'figure',
  'details',
];

/** Attributes of blocks from older editors and other sites that the sanitizer allows; preserved. */
export const BlockAttributes = Extension.create({
  name: 'blockAttributes',
  addGlobalAttributes() {
    return [
      {
        types: BLOCK_TYPES,
        attributes: preservedAttributes(
          'lang',
          'title',
          'data-vditor_version',
          'data-weapp_version',
        ),
      },
      {
        types: ['paragraph', 'heading', 'tableHeader', 'tableCell'],
        attributes: preservedAttributes('align'),
      },
      { types: ['tableHeader', 'tableCell'], attributes: preservedAttributes('scope', 'width') },
      { types: ['orderedList'], attributes: preservedAttributes('reversed') },
      { types: ['bulletList', 'orderedList', 'listItem'], attributes: { class: taskClass } },
    ];
  },
});
