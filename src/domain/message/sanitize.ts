import createDOMPurify, { type Config } from 'dompurify';
import { JSDOM } from 'jsdom';
import { allowedFrame, FRAME_ATTRIBUTES } from '#contracts/frames.ts';
import { PHONE_MAX_WIDTH, PROSE_WIDTH } from '#contracts/limits.ts';
import { highlight } from './highlight.ts';
import { dressPicture, type StoredPictures } from './pictures.ts';
import { screenHtml } from './screen-html.ts';
import type { Listed, Screen } from './screening.ts';

/*
 * User HTML is made safe once, when it is written (R13). DOMPurify runs on jsdom, the DOM it is tested with; on lighter
 * ones attacks get through.
 */

const { window } = new JSDOM('', { url: 'https://forum.invalid/' });
const purify = createDOMPurify(window as unknown as Parameters<typeof createDOMPurify>[0]);
if (!purify.isSupported) throw new Error('DOMPurify does not run on this DOM: user HTML could not be made safe.');

const CONFIG: Config = {
  ALLOWED_TAGS: [
    'p',
    'br',
    'hr',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
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
    'blockquote',
    'cite',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'pre',
    'code',
    'samp',
    'a',
    'img',
    'figure',
    'figcaption',
    'video',
    'source',
    'iframe',
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
    'div',
    'span',
    'details',
    'summary',
    'input',
  ],
  ALLOWED_ATTR: [
    'href',
    'title',
    'src',
    'alt',
    'width',
    'height',
    'srcset',
    'sizes',
    'srcdoc',
    'align',
    'colspan',
    'rowspan',
    'scope',
    'start',
    'reversed',
    'type',
    'checked',
    'disabled',
    'controls',
    'poster',
    'open',
    'lang',
    'cite',
    'datetime',
    'class',
    'data-user-id',
    'data-language',
    'data-vditor_version',
    'data-weapp_version',
  ],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_TAGS: ['style', 'script', 'form', 'button', 'textarea', 'select', 'object', 'embed', 'svg', 'math', 'template', 'base', 'link', 'meta'],
  FORBID_ATTR: ['style', 'id', 'name'],
  FORBID_CONTENTS: ['style', 'script', 'template', 'noscript'],
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel|ftp|magnet):|\/(?!\/)|#|\.{0,2}\/|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  KEEP_CONTENT: true,
  IN_PLACE: true,
};
purify.setConfig(CONFIG);

/** jsdom remembers every node iterator of a document: after a while a document is slow and large, so it is renewed. */
const DOCUMENT_USES = 64;
let uses = 0;
let inert = window.document;

function freshRoot(): HTMLElement {
  if (uses++ % DOCUMENT_USES === 0) inert = window.document.implementation.createHTMLDocument('');
  return inert.createElement('div');
}

/** Classes that mean something to our styles; others come from editors elsewhere and are dropped. */
const CLASS = /^(language-[\w+#-]{1,30}|mention|task-list|task-list-item)$/;

export interface SanitizeOptions {
  /** Hosts whose frames stay, of the config entry iframe_allow. */
  frameHosts: readonly string[];
  /** Host of the site: links to it keep their rel. */
  siteHost?: string;
  /** Gives headings ids for the outline; for first posts. */
  outline?: boolean;
  /** Pictures of ours that the message may show: they get their size. */
  pictures?: StoredPictures;
  /** Finds sensitive words; those that are to be replaced are. */
  screen?: Screen;
}

export interface Sanitized {
  html: string;
  /** Text as a reader sees it, white space folded. */
  text: string;
  images: number;
  /** Addresses of pictures, in order. */
  pictures: string[];
  /** Ids of those that are ours. */
  uploads: number[];
  videos: number;
  /** src of every frame that was taken out, for the log (R13). */
  removedFrames: string[];
  /** Ids of mentioned users. */
  mentions: number[];
  /** Sensitive words that were found. */
  listed: Listed[];
}

function frames(root: HTMLElement, hosts: readonly string[]): { removed: string[]; kept: number } {
  const removed: string[] = [];
  let kept = 0;
  for (const frame of root.querySelectorAll('iframe')) {
    const src = frame.getAttribute('src');
    const safe = frame.hasAttribute('srcdoc') ? undefined : allowedFrame(src, hosts);
    if (!safe) {
      removed.push(src ?? '');
      frame.remove();
      continue;
    }
    kept++;
    for (const { name } of [...frame.attributes]) frame.removeAttribute(name);
    frame.setAttribute('src', safe);
    for (const [name, value] of Object.entries(FRAME_ATTRIBUTES)) frame.setAttribute(name, value);
  }
  return { removed, kept };
}

function links(root: HTMLElement, siteHost: string | undefined): void {
  for (const link of root.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    const outside = /^https?:/i.test(href) && URL.canParse(href) && new URL(href).host !== siteHost;
    if (outside) link.setAttribute('rel', 'nofollow noopener ugc');
  }
}

function pictures(root: HTMLElement, { pictures: known, siteHost }: SanitizeOptions): { found: string[]; uploads: number[] } {
  const found: string[] = [];
  const uploads = new Set<number>();
  const site = { host: siteHost, column: PROSE_WIDTH, phone: PHONE_MAX_WIDTH };
  for (const image of root.querySelectorAll('img')) {
    const src = image.getAttribute('src');
    if (!src || !/^(https?:|\/)/i.test(src)) {
      image.remove();
      continue;
    }
    found.push(src);
    image.setAttribute('loading', 'lazy');
    image.setAttribute('decoding', 'async');
    if (!image.hasAttribute('alt')) image.setAttribute('alt', '');
    if (!src.startsWith('/')) image.setAttribute('referrerpolicy', 'no-referrer');
    const ours = known && dressPicture(image, known, site);
    if (ours) uploads.add(ours.id);
  }
  return { found, uploads: [...uploads] };
}

/** A mention leads to the person it names, whatever its author wrote (R24). Returns the ids. */
function mentions(root: HTMLElement): number[] {
  const ids: number[] = [];
  for (const element of root.querySelectorAll('[data-user-id]')) {
    const id = Number(element.getAttribute('data-user-id'));
    if (!Number.isSafeInteger(id) || id <= 0) {
      element.removeAttribute('data-user-id');
      continue;
    }
    ids.push(id);
    const link = element.tagName === 'A' ? element : root.ownerDocument.createElement('a');
    for (const [name, value] of Object.entries({ class: 'mention', 'data-user-id': String(id), href: `/user/${id}` })) link.setAttribute(name, value);
    if (link === element) continue;
    link.replaceChildren(...element.childNodes);
    element.replaceWith(link);
  }
  return ids;
}

function tidy(root: HTMLElement, outline: boolean): void {
  for (const element of root.querySelectorAll('[class]')) {
    const kept = [...element.classList].filter((name) => CLASS.test(name));
    if (kept.length > 0) element.setAttribute('class', kept.join(' '));
    else element.removeAttribute('class');
  }
  for (const input of root.querySelectorAll('input')) {
    if (input.getAttribute('type') === 'checkbox') input.setAttribute('disabled', '');
    else input.remove();
  }
  // The subject is the page's h1, so headings in a post begin at h2.
  for (const heading of root.querySelectorAll('h1')) {
    const lower = root.ownerDocument.createElement('h2');
    lower.replaceChildren(...heading.childNodes);
    heading.replaceWith(lower);
  }
  if (outline) for (const [index, heading] of [...root.querySelectorAll('h2, h3')].entries()) heading.setAttribute('id', `s${index + 1}`);
}

const BLOCK = /^(P|DIV|LI|H[1-6]|PRE|BLOCKQUOTE|TR|BR|DT|DD|FIGCAPTION|TABLE|UL|OL)$/;

function plainText(node: Node, out: string[] = []): string[] {
  for (const child of node.childNodes) {
    if (child.nodeType === 3) out.push(child.nodeValue ?? '');
    else if (child.nodeType === 1) {
      plainText(child, out);
      if (BLOCK.test(child.nodeName)) out.push(' ');
    }
  }
  return out;
}

/** Makes user HTML safe to print into a page. */
export function sanitize(source: string, options: SanitizeOptions): Sanitized {
  // Parsed into a detached element of an inert document, cleaned in place: four times as fast as handing over text,
  // for which DOMPurify makes a new document each time. Frames pass here and are judged one by one below.
  const root = freshRoot();
  root.innerHTML = source;
  purify.sanitize(root);
  const { removed, kept } = frames(root, options.frameHosts);
  const mentioned = mentions(root);
  links(root, options.siteHost);
  tidy(root, options.outline ?? false);
  const listed = options.screen ? screenHtml(root, options.screen) : [];
  const { found, uploads } = pictures(root, options);
  highlight(root);
  return {
    html: root.innerHTML,
    text: plainText(root).join('').replace(/\s+/gu, ' ').trim(),
    images: found.length,
    pictures: found,
    uploads,
    videos: kept + root.querySelectorAll('video').length,
    removedFrames: removed,
    mentions: mentioned,
    listed,
  };
}
