import createDOMPurify, { type Config } from 'dompurify';
import { JSDOM } from 'jsdom';
import { AppError } from '#contracts/errors.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import { MAX_MESSAGE_HTML_BYTES, MAX_MESSAGE_TITLE_CHARACTERS } from '#platform/limits.ts';
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_ELEMENTS,
  isAllowedAttribute,
  isAllowedElement,
  removeDisallowed,
} from './allowed-html.ts';
import { joinExternalAddresses } from './external-links.ts';
import { filterHtml } from './filter-html.ts';
import { highlightCode } from './highlight-code.ts';
import {
  type ChildNode,
  createElement,
  createText,
  findElements,
  getAttribute,
  type ParentNode,
  removeAttributes,
  renameElement,
  replaceNode,
  serializeTree,
  setAttributes,
  setAttributesLast,
  setChildren,
} from './html-tree.ts';
import {
  findVideos,
  finishPictures,
  finishVideos,
  removeDisallowedFrames,
  removeMisplacedAttributes,
} from './media.ts';
import { maxHtmlBytes, parseSanitized, parseWithinLimits } from './parse.ts';
import type { StoredPictures } from './picture-size.ts';
import { treeToPlainText } from './plain-text.ts';
import { resolveLink } from './resolve-url.ts';
import type { SensitiveWord, WordFilter } from './word-filter.ts';
import { unwrapBlocks, wrapBlocks } from './wrap-blocks.ts';

/*
 * Sanitizes user HTML once, when it is written (R13), in a thread (sanitizer-thread.ts). Passes:
 * parsing within limits, removal of disallowed nodes, DOMPurify, our rules. Output that parses
 * differently is sanitized again. jsdom is the DOM that DOMPurify is tested with: on lighter ones
 * attacks get through.
 */

const { window } = new JSDOM('', { url: 'https://forum.invalid/' });
const purify = createDOMPurify(window as unknown as Parameters<typeof createDOMPurify>[0]);
if (!purify.isSupported)
  throw new Error('DOMPurify does not support this DOM: user HTML can’t be sanitized.');

const DOMPURIFY_CONFIG: Config = {
  ALLOWED_TAGS: [...ALLOWED_ELEMENTS],
  ALLOWED_ATTR: [...ALLOWED_ATTRIBUTES],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  FORBID_TAGS: [
    'style',
    'script',
    'form',
    'button',
    'textarea',
    'select',
    'object',
    'embed',
    'svg',
    'math',
    'template',
    'base',
    'link',
    'meta',
  ],
  FORBID_ATTR: ['style', 'id', 'name'],
  FORBID_CONTENTS: ['style', 'script', 'template', 'noscript'],
  ALLOWED_URI_REGEXP:
    /^(?:(?:https?|mailto|tel|ftp|magnet):|\/(?!\/)|#|\.{0,2}\/|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
  KEEP_CONTENT: true,
  IN_PLACE: true,
};
purify.setConfig(DOMPURIFY_CONFIG);

/** Converts DOMPurify's result to a tree, reduced to our own allow lists. */
function domToTree(parent: globalThis.Node): ChildNode[] {
  const children: ChildNode[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) children.push(createText(node.nodeValue ?? ''));
    if (node.nodeType !== 1) continue;
    const { localName, attributes } = node as globalThis.Element;
    const element = createElement(localName);
    for (let attributeIndex = 0; attributeIndex < attributes.length; attributeIndex++) {
      const { name, value } = attributes[attributeIndex] as Attr;
      if (isAllowedAttribute(name)) element.attrs.push({ name, value });
    }
    setChildren(element, domToTree(node));
    children.push(...(isAllowedElement(element) ? [element] : element.childNodes));
  }
  return children;
}

/** A document per message: jsdom's node iterators keep all nodes of a document in memory. */
function purifyToTree(html: string): ParentNode {
  const inert = window.document.implementation.createHTMLDocument('');
  const root = inert.createElement('div');
  root.innerHTML = html;
  purify.sanitize(root);
  purify.removed.length = 0;
  return createElement('div', {}, domToTree(root as unknown as globalThis.Node));
}

/** Classes that our styles use; all others are dropped. */
const ALLOWED_CLASS = /^(language-[\w+#-]{1,30}|mention|task-list|task-list-item)$/;

export interface SanitizeOptions {
  /** Allowed hosts of frames, of the config entry iframe_allow. */
  frameHosts: readonly string[];
  /** Host of the site, whose own links and media aren't external. */
  siteHost?: string;
  /** Gives headings ids; for first posts. */
  outline?: boolean;
  /** Uploaded pictures that the message may show: they get their size. */
  pictures?: StoredPictures;
  /** For an editor: without the wrappers and colours for readers. */
  forEditor?: boolean;
  /** Finds sensitive words, and replaces those with a replacement. */
  wordFilter?: WordFilter;
}

export interface SanitizedMessage {
  html: string;
  /** Text as a reader sees it, white space folded. */
  text: string;
  images: number;
  /** Addresses of pictures, in order. */
  pictures: string[];
  /** Ids of uploaded pictures. */
  uploads: number[];
  /** Addresses of videos, in order. */
  videos: string[];
  /** src of every removed frame, for the log (R13). */
  removedFrames: string[];
  /** Ids of mentioned users. */
  mentions: number[];
  /** External addresses of links and media and in the text, as browsers follow them, each once. */
  links: string[];
  listed: SensitiveWord[];
}

/** Removes addresses of disallowed links, and sets rel on external ones. Returns the latter. */
function finishLinks(root: ParentNode, siteHost: string | undefined): string[] {
  const leaving: string[] = [];
  for (const link of findElements(root, 'a')) {
    removeAttributes(link, 'rel');
    const href = getAttribute(link, 'href');
    if (href === undefined) continue;
    const target = resolveLink(href, siteHost);
    if (!target) removeAttributes(link, 'href');
    else if (target.externalUrl) {
      leaving.push(target.externalUrl);
      setAttributesLast(link, { rel: 'nofollow noopener ugc' });
    }
  }
  return leaving;
}

/** Links a mention to the named user, whatever its author wrote (R24). Returns the ids. */
function finishMentions(root: ParentNode): number[] {
  const ids: number[] = [];
  for (const element of findElements(root)) {
    const named = getAttribute(element, 'data-user-id');
    if (named === undefined) continue;
    const id = /^[1-9]\d{0,8}$/.test(named) ? Number(named) : 0;
    if (id === 0 || (element.tagName !== 'a' && element.tagName !== 'span')) {
      removeAttributes(element, 'data-user-id');
      continue;
    }
    ids.push(id);
    setAttributes(element, { class: 'mention', 'data-user-id': String(id), href: `/user/${id}` });
    renameElement(element, 'a');
  }
  return ids;
}

function tidyMarkup(root: ParentNode, outline: boolean): void {
  for (const element of findElements(root)) {
    for (const attribute of element.attrs)
      if (attribute.name === 'title' || attribute.name === 'alt')
        attribute.value = truncateText(attribute.value, MAX_MESSAGE_TITLE_CHARACTERS);
    const names = getAttribute(element, 'class');
    if (names === undefined) continue;
    const allowed = [...new Set(names.split(/\s+/))].filter((name) => ALLOWED_CLASS.test(name));
    if (allowed.length > 0) setAttributes(element, { class: allowed.join(' ') });
    else removeAttributes(element, 'class');
  }
  for (const input of findElements(root, 'input')) {
    if (getAttribute(input, 'type')?.toLowerCase() !== 'checkbox') replaceNode(input);
    else {
      input.attrs = input.attrs.filter(
        ({ name }) => name === 'type' || name === 'checked' || name === 'disabled',
      );
      setAttributes(input, { disabled: '' });
    }
  }
  // The subject is the page's h1, so headings in a post begin at h2.
  for (const heading of findElements(root, 'h1')) renameElement(heading, 'h2');
  if (outline)
    for (const [index, heading] of findElements(root, 'h2', 'h3').entries())
      setAttributes(heading, { id: `s${index + 1}` });
}

/** One round from any HTML to safe HTML, which a parser may still read differently. */
function sanitizeOnce(
  source: string,
  options: SanitizeOptions,
): { root: ParentNode; made: SanitizedMessage } {
  const parsed = parseWithinLimits(source);
  removeDisallowed(parsed);
  const root = purifyToTree(serializeTree(parsed));
  removeMisplacedAttributes(root);
  unwrapBlocks(root);
  const removedFrames = removeDisallowedFrames(root, options.frameHosts);
  const mentions = finishMentions(root);
  const links = finishLinks(root, options.siteHost);
  tidyMarkup(root, options.outline ?? false);
  const listed = options.wordFilter ? filterHtml(root, options.wordFilter) : [];
  const { found, uploads } = finishPictures(root, options.pictures, options.siteHost);
  finishVideos(root, options.siteHost);
  if (!options.forEditor) wrapBlocks(root);
  const text = treeToPlainText(root);
  const made = {
    html: serializeTree(root),
    text,
    images: found.length,
    pictures: found,
    uploads,
    videos: findVideos(root),
    removedFrames,
    mentions,
    links: joinExternalAddresses(links, root, text, options.siteHost),
    listed,
  };
  return { root, made };
}

/** Maximum rounds until the output parses to itself; browsers' editors need one. */
const MAX_ROUNDS = 5;

/**
 * Sanitizes user HTML: every parser reads the result as the tree that was checked. `maxHtmlBytes`
 * bounds its size. Throws `tooComplex` over a limit.
 */
export function sanitize(source: string, options: SanitizeOptions): SanitizedMessage {
  const maxBytes = maxHtmlBytes(source);
  let html = source;
  const removedFrames: string[] = [];
  const listed: SensitiveWord[] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { root, made } = sanitizeOnce(html, options);
    removedFrames.push(...made.removedFrames);
    listed.push(...made.listed);
    if (Buffer.byteLength(made.html) > maxBytes) throw new AppError('tooComplex');
    if (serializeTree(parseSanitized(made.html)) === made.html) {
      const message = { ...made, removedFrames, listed };
      if (options.forEditor || !highlightCode(root)) return message;
      const highlighted = serializeTree(root); // with spans within code alone
      return Buffer.byteLength(highlighted) > MAX_MESSAGE_HTML_BYTES
        ? message
        : { ...message, html: highlighted };
    }
    html = made.html;
  }
  throw new AppError('tooComplex');
}
