import {
  type ChildNode,
  type Element,
  isElement,
  isText,
  type ParentNode,
  setChildren,
} from './tree.ts';

/*
 * The elements and attributes that messages may have (R13): one list for what is taken out before
 * DOMPurify looks, and for DOMPurify.
 */

export const ELEMENTS: readonly string[] = [
  ...[
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'div',
    'span',
    'blockquote',
    'cite',
    'details',
    'summary',
  ],
  ...[
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'ins',
    'sub',
    'sup',
    'mark',
    'small',
    'kbd',
    'pre',
    'code',
    'samp',
  ],
  ...[
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'table',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'caption',
    'colgroup',
    'col',
  ],
  ...['a', 'img', 'figure', 'figcaption', 'video', 'source', 'iframe', 'input'],
];

export const ATTRIBUTES: readonly string[] = [
  ...[
    'href',
    'title',
    'src',
    'alt',
    'width',
    'height',
    'srcset',
    'sizes',
    'srcdoc',
    'poster',
    'controls',
    'type',
    'checked',
    'disabled',
  ],
  ...[
    'align',
    'colspan',
    'rowspan',
    'scope',
    'start',
    'reversed',
    'open',
    'lang',
    'cite',
    'datetime',
    'class',
  ],
  ...['data-user-id', 'data-language', 'data-vditor_version', 'data-weapp_version'],
];

/** What goes with all that is in it: it isn't what its author wrote for readers, or not HTML. */
const WHOLE = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'head',
  'title',
  'object',
  'embed',
  'applet',
  'select',
  'datalist',
  'noembed',
  'noframes',
  'frameset',
  'audio',
  'canvas',
]);

const elements = new Set(ELEMENTS);
const attributes = new Set(ATTRIBUTES);

function reduced(parent: ParentNode): ChildNode[] {
  return parent.childNodes.flatMap((child): ChildNode[] => {
    if (isText(child)) return [child];
    if (!isElement(child) || WHOLE.has(child.tagName)) return [];
    const children = child.tagName === 'iframe' ? [] : reduced(child);
    if (!elements.has(child.tagName)) return children;
    child.attrs = child.attrs.filter(({ name, prefix }) => attributes.has(name) && !prefix);
    setChildren(child, children);
    return [child];
  });
}

/** Takes out of a tree what messages may not have. The content of unknown elements stays. */
export const reduce = (root: ParentNode): void => setChildren(root, reduced(root));

/** Whether an element, with what it has, may be in a message at all. */
export const isAllowed = (element: Element): boolean => elements.has(element.tagName);
export const isAllowedAttribute = (name: string): boolean => attributes.has(name);
