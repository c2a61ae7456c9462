import { foldSpaces, trimFolded } from '#client/composer/preserve-spaces.ts';
import { isStickerName, parseStickerAddress, type StickerName } from '#contracts/stickers.ts';

/* Converts HTML that Markdown can produce back to Markdown; plain-message.ts checks the result. */

/** The HTML has an element that Markdown can't express. */
export class UnsupportedHtmlError extends Error {}

export interface MarkdownOptions {
  /** Whether special characters are escaped. */
  escapesAll: boolean;
  /** Collects the mentioned users, by name. */
  people: Map<string, number>;
}

const LINE_START_MARKER = /^(\s*)([-+=#>]|\d+(?=[.)]))/;

/** Adds a backslash before characters that markdown.ts would read as Markdown. */
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

/** The name of a sticker, if the picture is one and the textarea can hold it. */
export function readStickerName(image: Element): StickerName | undefined {
  const src = image.getAttribute('src') ?? '';
  const name = parseStickerAddress(src.replace(`${globalThis.location?.origin}/`, ''));
  return name !== undefined && isStickerName(name) ? name : undefined;
}

/** The attributes of an element; throws if it has others than `names`. */
function readOnlyAttributes(element: Element, ...names: string[]): Record<string, string> {
  const attributes = Object.fromEntries(
    [...element.attributes].map(({ name, value }) => [name, value]),
  );
  if (Object.keys(attributes).some((name) => !names.includes(name)))
    throw new UnsupportedHtmlError();
  return attributes;
}

function linkToMarkdown(element: Element, options: MarkdownOptions): string {
  const text = element.textContent ?? '';
  if (element.classList.contains('mention')) {
    const { 'data-user-id': id } = readOnlyAttributes(element, 'class', 'data-user-id', 'href');
    if (!/^@\S/.test(text)) throw new UnsupportedHtmlError();
    options.people.set(text.slice(1), Number(id));
    return text;
  }
  const { href = '' } = readOnlyAttributes(element, 'href');
  if (text === href) return options.escapesAll ? `<${href}>` : href;
  return `[${inlinesToMarkdown(element, options)}](${/[\s()]/.test(href) ? `<${href}>` : href})`;
}

function inlineToMarkdown(node: Node, options: MarkdownOptions): string {
  if (node.nodeType === Node.TEXT_NODE) return textToMarkdown(node as Text, options);
  const element = node as Element;
  const around = (sign: string): string => {
    readOnlyAttributes(element);
    return `${sign}${inlinesToMarkdown(element, options)}${sign}`;
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
      return linkToMarkdown(element, options);
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

const inlinesToMarkdown = (parent: Node, options: MarkdownOptions): string =>
  [...parent.childNodes].map((node) => inlineToMarkdown(node, options)).join('');

const BLOCK_TAGS = /^(P|UL|OL|PRE|BLOCKQUOTE|H[1-6]|HR)$/;

function codeToMarkdown(element: Element): string {
  const inner = element.firstElementChild;
  readOnlyAttributes(element);
  if (element.childNodes.length !== 1 || inner?.nodeName !== 'CODE')
    throw new UnsupportedHtmlError();
  const { class: name = '' } = readOnlyAttributes(inner, 'class');
  return `\`\`\`${name.replace(/^language-/, '')}\n${(inner.textContent ?? '').replace(/\n$/, '')}\n\`\`\``;
}

function itemToMarkdown(element: Element, options: MarkdownOptions): string {
  readOnlyAttributes(element);
  const nodes = [...element.childNodes];
  const first = nodes.findIndex((node) => BLOCK_TAGS.test(node.nodeName));
  const line = nodes
    .slice(0, first < 0 ? undefined : first)
    .map((node) => inlineToMarkdown(node, options));
  const below =
    first < 0 ? [] : nodes.slice(first).flatMap((node) => blockToMarkdown(node, options));
  return [trimFolded(line.join('')), ...below].filter(Boolean).join('\n');
}

function listToMarkdown(element: Element, options: MarkdownOptions): string {
  const { start = '1' } = readOnlyAttributes(element, 'start');
  return [...element.children]
    .map((child, index) => {
      const sign = element.nodeName === 'OL' ? `${Number(start) + index}. ` : '- ';
      return sign + itemToMarkdown(child, options).replaceAll('\n', `\n${' '.repeat(sign.length)}`);
    })
    .join('\n');
}

function blockToMarkdown(node: Node, options: MarkdownOptions): string[] {
  if (node.nodeType === Node.TEXT_NODE && trimFolded((node as Text).data) === '') return [];
  const element = node as Element;
  if (!BLOCK_TAGS.test(element.nodeName)) throw new UnsupportedHtmlError();
  if (element.nodeName === 'PRE') return [codeToMarkdown(element)];
  if (element.nodeName === 'UL' || element.nodeName === 'OL')
    return [listToMarkdown(element, options)];
  readOnlyAttributes(element);
  if (element.nodeName === 'HR') return ['---'];
  if (element.nodeName === 'BLOCKQUOTE') return [toMarkdown(element, options).replace(/^/gm, '> ')];
  if (element.nodeName === 'P')
    return [trimFolded(inlinesToMarkdown(element, options))].filter(Boolean);
  const heading = trimFolded(inlinesToMarkdown(element, options));
  return [`${'#'.repeat(Number(element.nodeName[1]))} ${heading}`];
}

/** The Markdown of a message or block. Throws UnsupportedHtmlError. */
export const toMarkdown = (parent: Node, options: MarkdownOptions): string =>
  [...parent.childNodes].flatMap((node) => blockToMarkdown(node, options)).join('\n\n');
