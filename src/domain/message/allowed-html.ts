import {
  type ChildNode,
  type Element,
  isElement,
  isText,
  type ParentNode,
  setChildren,
} from './html-tree.ts';

/* Elements and attributes allowed in messages (R13), for DOMPurify and the removal before it. */

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

/** Removed with their content, which is no text for readers, or no HTML. */
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

/** Removes all disallowed elements and attributes; the content of unknown elements stays. */
export const removeDisallowed = (root: ParentNode): void => setChildren(root, keepAllowed(root));

/** Whether a message may contain the element with the attributes that it has. */
export const isAllowedElement = (element: Element): boolean => allowedElements.has(element.tagName);
export const isAllowedAttribute = (name: string): boolean => allowedAttributes.has(name);
