import { type MentionedUsers, markdownToHtml } from '#client/composer/markdown.ts';
import { foldSpaces, trimFolded } from '#client/composer/preserve-spaces.ts';
import { parseHtml } from '#client/core/trusted-types.ts';
import { findLinks } from '#contracts/find-links.ts';
import { stickerAttributes } from '#contracts/stickers.ts';
import { readStickerName, toMarkdown, UnsupportedHtmlError } from './to-markdown.ts';

/* A message in the phone's textarea: text with Markdown, and pictures below it. */

export interface PlainPicture {
  key: string;
  /** The address of the stored picture; undefined while upload `upload` is running. */
  src?: string | undefined;
  upload?: string | undefined;
  alt: string;
}

export interface PlainMessage {
  text: string;
  people: MentionedUsers;
  pictures: PlainPicture[];
}

let count = 0;
export const nextPictureKey = (): string => `picture-${++count}`;

function pictureHtml({ src, alt }: PlainPicture): string {
  const image = parseHtml('').ownerDocument.createElement('img');
  image.setAttribute('src', src ?? '');
  image.setAttribute('alt', alt);
  return `<p>${image.outerHTML}</p>`;
}

/** The HTML to send; '' for an empty message. It omits pictures that aren't stored yet. */
export const plainToMessageHtml = ({ text, people, pictures }: PlainMessage): string =>
  (text.trim() === '' ? '' : markdownToHtml(text, people)) +
  pictures
    .filter(({ src }) => src)
    .map(pictureHtml)
    .join('');

const MODERN_TAGS: ReadonlyMap<string, string> = new Map([
  ['B', 'strong'],
  ['I', 'em'],
  ['S', 'del'],
]);
const INLINE_TAGS = /^(STRONG|EM|DEL|CODE|A|IMG)$/;

/** Whether Markdown makes this link of its text alone. */
function isAddressAlone({ textContent, attributes }: HTMLAnchorElement): boolean {
  const [link] = findLinks(textContent);
  return (
    attributes.length === 1 &&
    link?.to === textContent.length &&
    link.from === 0 &&
    attributes[0]?.value === link.href
  );
}

/** Normalizes invisible differences: white space, synonyms, addresses without a link. */
function normalizeHtml(html: string): string {
  const body = parseHtml(html);
  for (const item of body.querySelectorAll('li')) {
    const paragraphs = item.querySelectorAll(':scope > p');
    if (paragraphs.length === 1) paragraphs[0]?.replaceWith(...paragraphs[0].childNodes);
  }
  for (const link of body.querySelectorAll('a'))
    if (isAddressAlone(link)) link.replaceWith(link.textContent);
  for (const element of body.querySelectorAll('b, i, s')) {
    const other = body.ownerDocument.createElement(MODERN_TAGS.get(element.nodeName) as string);
    other.append(...element.childNodes);
    element.replaceWith(other);
  }
  for (const image of body.querySelectorAll('img')) {
    const sticker = readStickerName(image);
    if (!sticker) continue;
    for (const { name } of [...image.attributes]) image.removeAttribute(name);
    for (const [name, value] of Object.entries(stickerAttributes(sticker)))
      image.setAttribute(name, value);
  }
  body.normalize();
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    if (node.parentElement?.closest('pre')) continue;
    node.data = foldSpaces(node.data);
    const inBlock = !INLINE_TAGS.test(node.parentElement?.nodeName ?? '');
    if (inBlock && !INLINE_TAGS.test(node.previousSibling?.nodeName ?? ''))
      node.data = trimFolded(node.data, { end: false });
    if (inBlock && !INLINE_TAGS.test(node.nextSibling?.nodeName ?? ''))
      node.data = trimFolded(node.data, { start: false });
  }
  for (const code of body.querySelectorAll('pre > code'))
    code.textContent = (code.textContent ?? '').replace(/\n$/, '');
  for (const paragraph of body.querySelectorAll('p'))
    if (paragraph.innerHTML === '') paragraph.remove();
  return body.innerHTML;
}

/** Removes and returns the final paragraphs that contain only pictures. */
function extractTrailingPictures(body: HTMLElement): PlainPicture[] {
  const taken: PlainPicture[] = [];
  for (const paragraph of [...body.children].reverse()) {
    const images = [...paragraph.children];
    const pictures =
      paragraph.nodeName === 'P' &&
      images.length > 0 &&
      paragraph.textContent?.trim() === '' &&
      images.every(
        (image) =>
          image.nodeName === 'IMG' &&
          [...image.attributes].every(({ name }) => name === 'src' || name === 'alt'),
      );
    if (!pictures) break;
    taken.unshift(
      ...images.map((image) => ({
        key: nextPictureKey(),
        src: image.getAttribute('src') ?? '',
        alt: image.getAttribute('alt') ?? '',
      })),
    );
    paragraph.remove();
  }
  return taken;
}

function parseMessage(html: string, escapesAll: boolean): PlainMessage {
  const body = parseHtml(html);
  const people = new Map<string, number>();
  const pictures = extractTrailingPictures(body);
  return { pictures, people, text: toMarkdown(body, { escapesAll, people }) };
}

/** One paragraph per picture, as plainToMessageHtml writes them; the difference is invisible. */
const splitPictures = (html: string): string =>
  html.replace(/(<img [^<>]*>)(?=<img )/g, '$1</p><p>');

/** A message for the textarea; undefined if content would be lost. */
export function parsePlainMessage(html: string): PlainMessage | undefined {
  try {
    for (const careful of [false, true]) {
      const message = parseMessage(html, careful);
      if (
        splitPictures(normalizeHtml(plainToMessageHtml(message))) ===
        splitPictures(normalizeHtml(html))
      )
        return message;
    }
  } catch (error) {
    if (!(error instanceof UnsupportedHtmlError)) throw error;
  }
  return undefined;
}
