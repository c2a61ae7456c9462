import createDOMPurify, { type Config } from 'dompurify';
import { JSDOM } from 'jsdom';
import { AppError } from '#contracts/errors.ts';
import { linkTarget, writtenLinks } from './addresses.ts';
import { ATTRIBUTES, ELEMENTS, isAllowed, isAllowedAttribute, reduce } from './allowed.ts';
import { box, unbox } from './decorate.ts';
import { highlight } from './highlight.ts';
import { dropForeignAttributes, finishPictures, finishVideos, judgeFrames } from './media.ts';
import { parseSafe, parseWithinLimits } from './parse.ts';
import type { StoredPictures } from './picture-size.ts';
import { plainText } from './plain-text.ts';
import { screenHtml } from './screen-html.ts';
import type { Listed, Screen } from './screening.ts';
import { serialize } from './serialize.ts';
import {
  attribute,
  type ChildNode,
  createElement,
  createText,
  elementsOf,
  type ParentNode,
  putLast,
  removeAttributes,
  replaceNode,
  setAttributes,
  setChildren,
} from './tree.ts';

/*
 * User HTML is made safe once, when it is written (R13), in a thread of its own (thread.ts). It is
 * parsed within limits, what messages may not have is taken out, DOMPurify judges what is left, our
 * rules finish it, and what is written is read once more: HTML that would be read otherwise than it
 * was meant is made safe again. DOMPurify runs on jsdom, the DOM it is tested with; on lighter ones
 * attacks get through.
 */

const { window } = new JSDOM('', { url: 'https://forum.invalid/' });
const purify = createDOMPurify(window as unknown as Parameters<typeof createDOMPurify>[0]);
if (!purify.isSupported)
  throw new Error('DOMPurify does not run on this DOM: user HTML could not be made safe.');

const CONFIG: Config = {
  ALLOWED_TAGS: [...ELEMENTS],
  ALLOWED_ATTR: [...ATTRIBUTES],
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
purify.setConfig(CONFIG);

/** What DOMPurify left, as a tree; of it nothing but what our own lists know. */
function fromDom(parent: globalThis.Node): ChildNode[] {
  const children: ChildNode[] = [];
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) children.push(createText(node.nodeValue ?? ''));
    if (node.nodeType !== 1) continue;
    const { localName, attributes } = node as globalThis.Element;
    const made = createElement(localName);
    for (let at = 0; at < attributes.length; at++) {
      const { name, value } = attributes[at] as Attr;
      if (isAllowedAttribute(name)) made.attrs.push({ name, value });
    }
    setChildren(made, fromDom(node));
    children.push(...(isAllowed(made) ? [made] : made.childNodes));
  }
  return children;
}

/**
 * The tree of what DOMPurify lets through. A document for each message: jsdom keeps the last node
 * iterators of a document, and with them all nodes that they went over.
 */
function purified(html: string): ParentNode {
  const inert = window.document.implementation.createHTMLDocument('');
  const root = inert.createElement('div');
  root.innerHTML = html;
  purify.sanitize(root);
  purify.removed.length = 0;
  return createElement('div', {}, fromDom(root as unknown as globalThis.Node));
}

/**
 * Classes that mean something to our styles; others come from editors elsewhere and are dropped.
 */
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
  /** It goes into an editor: without boxes and colours, which are for readers. */
  forEditor?: boolean;
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
  /**
   * Addresses that lead away from the site, as browsers follow them: of links, and written out in
   * the text. Each once.
   */
  links: string[];
  /** Sensitive words that were found. */
  listed: Listed[];
}

/**
 * Links that may not be followed lose their address, those that leave the site say so. Returns
 * where the latter lead.
 */
function finishLinks(root: ParentNode, siteHost: string | undefined): string[] {
  const leaving: string[] = [];
  for (const link of elementsOf(root, 'a')) {
    removeAttributes(link, 'rel');
    const href = attribute(link, 'href');
    if (href === undefined) continue;
    const target = linkTarget(href, siteHost);
    if (!target) removeAttributes(link, 'href');
    else if (target.leaves) {
      leaving.push(target.leaves);
      putLast(link, { rel: 'nofollow noopener ugc' });
    }
  }
  return leaving;
}

/** A mention leads to the person it names, whatever its author wrote (R24). Returns the ids. */
function finishMentions(root: ParentNode): number[] {
  const ids: number[] = [];
  for (const element of elementsOf(root)) {
    const named = attribute(element, 'data-user-id');
    if (named === undefined) continue;
    const id = /^[1-9]\d{0,8}$/.test(named) ? Number(named) : 0;
    if (id === 0 || (element.tagName !== 'a' && element.tagName !== 'span')) {
      removeAttributes(element, 'data-user-id');
      continue;
    }
    ids.push(id);
    const values = { class: 'mention', 'data-user-id': String(id), href: `/user/${id}` };
    if (element.tagName === 'a') setAttributes(element, values);
    else
      replaceNode(
        element,
        createElement(
          'a',
          {
            ...Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
            ...values,
          },
          element.childNodes,
        ),
      );
  }
  return ids;
}

function tidy(root: ParentNode, outline: boolean): void {
  for (const element of elementsOf(root)) {
    const names = attribute(element, 'class');
    if (names === undefined) continue;
    const kept = [...new Set(names.split(/\s+/))].filter((name) => CLASS.test(name));
    if (kept.length > 0) setAttributes(element, { class: kept.join(' ') });
    else removeAttributes(element, 'class');
  }
  for (const input of elementsOf(root, 'input')) {
    if (attribute(input, 'type')?.toLowerCase() !== 'checkbox') replaceNode(input);
    else {
      input.attrs = input.attrs.filter(
        ({ name }) => name === 'type' || name === 'checked' || name === 'disabled',
      );
      setAttributes(input, { disabled: '' });
    }
  }
  // The subject is the page's h1, so headings in a post begin at h2.
  for (const heading of elementsOf(root, 'h1'))
    replaceNode(
      heading,
      createElement(
        'h2',
        Object.fromEntries(heading.attrs.map(({ name, value }) => [name, value])),
        heading.childNodes,
      ),
    );
  if (outline)
    for (const [index, heading] of elementsOf(root, 'h2', 'h3').entries())
      setAttributes(heading, { id: `s${index + 1}` });
}

/** One way through: from any HTML to safe HTML, which a parser may still read otherwise. */
function once(source: string, options: SanitizeOptions): { root: ParentNode; made: Sanitized } {
  const parsed = parseWithinLimits(source);
  reduce(parsed);
  const root = purified(serialize(parsed));
  dropForeignAttributes(root);
  unbox(root);
  const { removed, kept } = judgeFrames(root, options.frameHosts);
  const mentions = finishMentions(root);
  const links = finishLinks(root, options.siteHost);
  tidy(root, options.outline ?? false);
  const listed = options.screen ? screenHtml(root, options.screen) : [];
  const { found, uploads } = finishPictures(root, options.pictures, options.siteHost);
  const videos = finishVideos(root, options.siteHost);
  if (!options.forEditor) box(root);
  const text = plainText(root);
  const made = {
    html: serialize(root),
    text,
    images: found.length,
    pictures: found,
    uploads,
    videos: kept + videos,
    removedFrames: removed,
    mentions,
    links: [...new Set([...links, ...writtenLinks(text, options.siteHost)])],
    listed,
  };
  return { root, made };
}

/**
 * Ways through that a message may need until it is read as it is written; what browsers' editors
 * send needs one.
 */
const ROUNDS = 5;

/**
 * Makes user HTML safe to print into a page: parsed again, by whatever parser, it is what was
 * judged. Throws `tooComplex` for what is beyond the limits of messages.
 */
export function sanitize(source: string, options: SanitizeOptions): Sanitized {
  let html = source;
  const removedFrames: string[] = [];
  const listed: Listed[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { root, made } = once(html, options);
    removedFrames.push(...made.removedFrames);
    listed.push(...made.listed);
    if (serialize(parseSafe(made.html)) === made.html) {
      if (!options.forEditor) highlight(root); // spans within code alone
      return { ...made, html: serialize(root), removedFrames, listed };
    }
    html = made.html;
  }
  throw new AppError('tooComplex');
}
