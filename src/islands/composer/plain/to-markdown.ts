import { foldSpaces, trimFolded } from '#client/composer/kept-spaces.ts';
import { isStickerName, parseStickerAddress, type StickerName } from '#contracts/stickers.ts';

/*
 * Converts the HTML of a message to the Markdown that produces it. It handles only HTML that
 * Markdown produces; plain-message.ts checks that converting again gives the same HTML.
 */

/** The HTML holds an element that Markdown can't express. */
export class UnsupportedHtmlError extends Error {}

export interface MarkdownOptions {
  /** With all special characters escaped; otherwise as people type. */
  escapesAll: boolean;
  /** Collects the mentioned users, by name. */
  people: Map<string, number>;
}

const LINE_START_MARKER = /^(\s*)([-+=#>]|\d+(?=[.)]))/;

/** With a backslash before what would be read as Markdown, as markdown.ts reads it. */
function escapeMarkdown(text: string, isLineStart: boolean): string {
  const lastLink = Math.max(text.lastIndexOf(']('), text.lastIndexOf(']['));
  const escaped = text
    .replace(/\[/g, (sign, at: number) => (at < lastLink ? `\\${sign}` : sign))
    .replace(/[*_~`]/g, '\\$&')
    .replace(/<https?:|<[^\s<>]{1,80}@/g, '\\$&')
    .replace(/:(?=[a-z]{1,20}:)/g, '\\:');
  return isLineStart
    ? escaped.replace(LINE_START_MARKER, (_, space: string, sign: string) =>
        /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
      )
    : escaped;
}

function textToMarkdown(node: Text, { escapesAll }: MarkdownOptions): string {
  const folded = foldSpaces(node.data);
  return escapesAll
    ? escapeMarkdown(folded, (node.previousSibling?.nodeName ?? 'BR') === 'BR')
    : folded;
}

/** The name of the sticker that a picture is, if the textarea can hold it. */
export function readStickerName(image: Element): StickerName | undefined {
  const src = image.getAttribute('src') ?? '';
  const name = parseStickerAddress(src.replace(`${globalThis.location?.origin}/`, ''));
  return name !== undefined && isStickerName(name) ? name : undefined;
}

/** The attributes of an element, if it has no others than these. */
function readOnlyAttributes(element: Element, ...names: string[]): Record<string, string> {
  const attributes = Object.fromEntries(
    [...element.attributes].map(({ name, value }) => [name, value]),
  );
  if (Object.keys(attributes).some((name) => !names.includes(name)))
    throw new UnsupportedHtmlError();
  return attributes;
}

function linkToMarkdown(element: Element, back: MarkdownOptions): string {
  const text = element.textContent ?? '';
  if (element.classList.contains('mention')) {
    const { 'data-user-id': id } = readOnlyAttributes(element, 'class', 'data-user-id', 'href');
    if (!/^@\S/.test(text)) throw new UnsupportedHtmlError();
    back.people.set(text.slice(1), Number(id));
    return text;
  }
  const { href = '' } = readOnlyAttributes(element, 'href');
  if (text === href) return back.escapesAll ? `<${href}>` : href;
  return `[${inlinesToMarkdown(element, back)}](${/[\s()]/.test(href) ? `<${href}>` : href})`;
}

function inlineToMarkdown(node: Node, back: MarkdownOptions): string {
  if (node.nodeType === Node.TEXT_NODE) return textToMarkdown(node as Text, back);
  const element = node as Element;
  const around = (sign: string): string => {
    readOnlyAttributes(element);
    return `${sign}${inlinesToMarkdown(element, back)}${sign}`;
  };
  switch (element.nodeName) {
    case 'BR':
      return '\n';
    case 'STRONG':
    case 'B':
      return around('**');
    case 'EM':
    case 'I':
      return around('*');
    case 'DEL':
    case 'S':
      return around('~~');
    case 'CODE':
      readOnlyAttributes(element);
      return `\`${element.textContent}\``;
    case 'A':
      return linkToMarkdown(element, back);
    case 'IMG': {
      const sticker = readStickerName(element);
      if (sticker) return `:${sticker}:`;
      const { src, alt } = readOnlyAttributes(element, 'src', 'alt');
      return `![${alt ?? ''}](${src})`;
    }
    default:
      throw new UnsupportedHtmlError();
  }
}

const inlinesToMarkdown = (parent: Node, back: MarkdownOptions): string =>
  [...parent.childNodes].map((node) => inlineToMarkdown(node, back)).join('');

const BLOCK_TAGS = /^(P|UL|OL|PRE|BLOCKQUOTE|H[1-6]|HR)$/;

function codeToMarkdown(element: Element): string {
  const inner = element.firstElementChild;
  readOnlyAttributes(element);
  if (element.childNodes.length !== 1 || inner?.nodeName !== 'CODE')
    throw new UnsupportedHtmlError();
  const { class: name = '' } = readOnlyAttributes(inner, 'class');
  return `\`\`\`${name.replace(/^language-/, '')}\n${(inner.textContent ?? '').replace(/\n$/, '')}\n\`\`\``;
}

/** An item of a list: its line, and its nested blocks. */
function itemToMarkdown(element: Element, back: MarkdownOptions): string {
  readOnlyAttributes(element);
  const nodes = [...element.childNodes];
  const first = nodes.findIndex((node) => BLOCK_TAGS.test(node.nodeName));
  const line = nodes
    .slice(0, first < 0 ? undefined : first)
    .map((node) => inlineToMarkdown(node, back));
  const below = first < 0 ? [] : nodes.slice(first).flatMap((node) => blockToMarkdown(node, back));
  return [trimFolded(line.join('')), ...below].filter(Boolean).join('\n');
}

function listToMarkdown(element: Element, back: MarkdownOptions): string {
  const { start = '1' } = readOnlyAttributes(element, 'start');
  return [...element.children]
    .map((child, index) => {
      const sign = element.nodeName === 'OL' ? `${Number(start) + index}. ` : '- ';
      return sign + itemToMarkdown(child, back).replaceAll('\n', `\n${' '.repeat(sign.length)}`);
    })
    .join('\n');
}

function blockToMarkdown(node: Node, back: MarkdownOptions): string[] {
  if (node.nodeType === Node.TEXT_NODE && trimFolded((node as Text).data) === '') return [];
  const element = node as Element;
  if (!BLOCK_TAGS.test(element.nodeName)) throw new UnsupportedHtmlError();
  if (element.nodeName === 'PRE') return [codeToMarkdown(element)];
  if (element.nodeName === 'UL' || element.nodeName === 'OL')
    return [listToMarkdown(element, back)];
  readOnlyAttributes(element);
  if (element.nodeName === 'HR') return ['---'];
  if (element.nodeName === 'BLOCKQUOTE') return [toMarkdown(element, back).replace(/^/gm, '> ')];
  if (element.nodeName === 'P')
    return [trimFolded(inlinesToMarkdown(element, back))].filter(Boolean);
  const heading = trimFolded(inlinesToMarkdown(element, back));
  return [`${'#'.repeat(Number(element.nodeName[1]))} ${heading}`];
}

/** The Markdown of a message's elements, or of a block's. Throws UnsupportedHtmlError. */
export const toMarkdown = (parent: Node, back: MarkdownOptions): string =>
  [...parent.childNodes].flatMap((node) => blockToMarkdown(node, back)).join('\n\n');
