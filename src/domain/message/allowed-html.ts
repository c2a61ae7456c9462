import {
  type ChildNode,
  type Element,
  isElement,
  isText,
  type ParentNode,
  setChildren,
} from './html-tree.ts';

/*
 * The elements and attributes that messages may have (R13): one list for what is taken out before
 * DOMPurify looks, and for DOMPurify.
 */

export const ALLOWED_ELEMENTS: readonly string[] = [
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

export const ALLOWED_ATTRIBUTES: readonly string[] = [
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
const REMOVED_WITH_CONTENT = new Set([
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

const allowedElements = new Set(ALLOWED_ELEMENTS);
const allowedAttributes = new Set(ALLOWED_ATTRIBUTES);

function keepAllowed(parent: ParentNode): ChildNode[] {
  return parent.childNodes.flatMap((child): ChildNode[] => {
    if (isText(child)) return [child];
    if (!isElement(child) || REMOVED_WITH_CONTENT.has(child.tagName)) return [];
    const children = child.tagName === 'iframe' ? [] : keepAllowed(child);
    if (!allowedElements.has(child.tagName)) return children;
    child.attrs = child.attrs.filter(({ name, prefix }) => allowedAttributes.has(name) && !prefix);
    setChildren(child, children);
    return [child];
  });
}

/** Takes out of a tree what messages may not have. The content of unknown elements stays. */
export const removeDisallowed = (root: ParentNode): void => setChildren(root, keepAllowed(root));

/** Whether an element, with what it has, may be in a message at all. */
export const isAllowedElement = (element: Element): boolean => allowedElements.has(element.tagName);
export const isAllowedAttribute = (name: string): boolean => allowedAttributes.has(name);
