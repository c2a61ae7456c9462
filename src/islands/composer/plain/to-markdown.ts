/*
 * The way back from the HTML of a message to the Markdown that makes it. It knows what Markdown
 * makes and nothing more; message.ts looks whether the way there again ends at the same HTML.
 */

/** There is something in the HTML that Markdown has no signs for. */
export class Unheld extends Error {}

export interface Back {
  /** With every sign of the text kept from meaning something; otherwise as people type. */
  careful: boolean;
  /** Gets the people who are mentioned, by their names. */
  people: Map<string, number>;
}

const SIGNS = /[\\`*_~[\]<>#|&!]/g;
const AT_START = /^(\s*)([-+=]|\d+(?=[.)]))/;

function typed(text: string, { careful }: Back): string {
  const folded = text.replace(/\s+/gu, ' ');
  return careful
    ? folded
        .replace(SIGNS, '\\$&')
        .replace(AT_START, (_, space: string, sign: string) =>
          /\d/.test(sign) ? `${space}${sign}\\` : `${space}\\${sign}`,
        )
    : folded;
}

/** An element's attributes, if it has no others than these. */
function only(element: Element, ...names: string[]): Record<string, string> {
  const attributes = Object.fromEntries(
    [...element.attributes].map(({ name, value }) => [name, value]),
  );
  if (Object.keys(attributes).some((name) => !names.includes(name))) throw new Unheld();
  return attributes;
}

function link(element: Element, back: Back): string {
  const text = element.textContent ?? '';
  if (element.classList.contains('mention')) {
    const { 'data-user-id': id } = only(element, 'class', 'data-user-id', 'href');
    if (!/^@\S/.test(text)) throw new Unheld();
    back.people.set(text.slice(1), Number(id));
    return text;
  }
  const { href = '' } = only(element, 'href');
  if (text === href) return back.careful ? `<${href}>` : href;
  return `[${inlines(element, back)}](${/[\s()]/.test(href) ? `<${href}>` : href})`;
}

function inline(node: Node, back: Back): string {
  if (node.nodeType === Node.TEXT_NODE) return typed((node as Text).data, back);
  const element = node as Element;
  const around = (sign: string): string => {
    only(element);
    return `${sign}${inlines(element, back)}${sign}`;
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
      only(element);
      return `\`${element.textContent}\``;
    case 'A':
      return link(element, back);
    case 'IMG': {
      const { src, alt } = only(element, 'src', 'alt');
      return `![${alt ?? ''}](${src})`;
    }
    default:
      throw new Unheld();
  }
}

const inlines = (parent: Node, back: Back): string =>
  [...parent.childNodes].map((node) => inline(node, back)).join('');

const BLOCK = /^(P|UL|OL|PRE|BLOCKQUOTE|H[1-6]|HR)$/;

function code(element: Element): string {
  const inner = element.firstElementChild;
  only(element);
  if (element.childNodes.length !== 1 || inner?.nodeName !== 'CODE') throw new Unheld();
  const { class: name = '' } = only(inner, 'class');
  return `\`\`\`${name.replace(/^language-/, '')}\n${(inner.textContent ?? '').replace(/\n$/, '')}\n\`\`\``;
}

/** An item of a list: its line, and what stands below it. */
function item(element: Element, back: Back): string {
  only(element);
  const nodes = [...element.childNodes];
  const first = nodes.findIndex((node) => BLOCK.test(node.nodeName));
  const line = nodes.slice(0, first < 0 ? undefined : first).map((node) => inline(node, back));
  const below = first < 0 ? [] : nodes.slice(first).flatMap((node) => block(node, back));
  return [line.join('').trim(), ...below].filter(Boolean).join('\n');
}

function list(element: Element, back: Back): string {
  const { start = '1' } = only(element, 'start');
  return [...element.children]
    .map((one, index) => {
      const sign = element.nodeName === 'OL' ? `${Number(start) + index}. ` : '- ';
      return sign + item(one, back).replaceAll('\n', `\n${' '.repeat(sign.length)}`);
    })
    .join('\n');
}

function block(node: Node, back: Back): string[] {
  if (node.nodeType === Node.TEXT_NODE && (node as Text).data.trim() === '') return [];
  const element = node as Element;
  if (!BLOCK.test(element.nodeName)) throw new Unheld();
  if (element.nodeName === 'PRE') return [code(element)];
  if (element.nodeName === 'UL' || element.nodeName === 'OL') return [list(element, back)];
  only(element);
  if (element.nodeName === 'HR') return ['---'];
  if (element.nodeName === 'BLOCKQUOTE') return [blocks(element, back).replace(/^/gm, '> ')];
  if (element.nodeName === 'P') return [inlines(element, back).trim()].filter(Boolean);
  return [`${'#'.repeat(Number(element.nodeName[1]))} ${inlines(element, back).trim()}`];
}

const blocks = (parent: Node, back: Back): string =>
  [...parent.childNodes].flatMap((node) => block(node, back)).join('\n\n');

/** The Markdown of a message's elements. Throws Unheld. */
export const toMarkdown = (body: Element, back: Back): string => blocks(body, back);
