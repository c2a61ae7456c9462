/* The toolbar's changes to the text, as functions of the text and its selection. */

export type Format = 'heading' | 'bold' | 'italic' | 'bullets' | 'quote' | 'code' | 'link';

/** Replaces a range by a text and selects a part of the result; all counted in UTF-16 units of the whole text. */
export interface Change {
  from: number;
  to: number;
  text: string;
  select: [from: number, to: number];
}

interface Selection {
  value: string;
  from: number;
  to: number;
}

/** Puts signs around the selection, or takes them away; an empty selection gets the placeholder. */
function around({ value, from, to }: Selection, sign: string, placeholder: string): Change {
  const before = value.slice(0, from);
  // "**" around a word isn't the "*" that makes it italic.
  const wrapped = before.endsWith(sign) && value.startsWith(sign, to) && !(sign === '*' && before.endsWith('**'));
  const inner = value.slice(from, to);
  if (wrapped) return { from: from - sign.length, to: to + sign.length, text: inner, select: [from - sign.length, to - sign.length] };
  const text = inner || placeholder;
  return { from, to, text: sign + text + sign, select: [from + sign.length, from + sign.length + text.length] };
}

/** Puts a sign before each line of the selection, or takes it away when each has it. */
function before({ value, from, to }: Selection, sign: string): Change {
  const start = value.lastIndexOf('\n', from - 1) + 1;
  const next = value.indexOf('\n', to);
  const end = next < 0 ? value.length : next;
  const lines = value.slice(start, end).split('\n');
  const all = lines.every((line) => line.startsWith(sign));
  const text = lines.map((line) => (all ? line.slice(sign.length) : sign + line)).join('\n');
  const by = all ? -sign.length : sign.length;
  return { from: start, to: end, text, select: [Math.max(start, from + by), start + text.length - (end - to)] };
}

/** A fence around whole lines. */
function fence({ value, from, to }: Selection): Change {
  const open = `${from > 0 && value[from - 1] !== '\n' ? '\n' : ''}\`\`\`\n`;
  const inner = value.slice(from, to).replace(/\n$/, '');
  const close = `\n\`\`\`${to < value.length && value[to] !== '\n' ? '\n' : ''}`;
  return { from, to, text: open + inner + close, select: [from + open.length, from + open.length + inner.length] };
}

function link({ value, from, to }: Selection, placeholder: string): Change {
  const inner = value.slice(from, to);
  const isAddress = /^https?:\/\/\S+$/.test(inner);
  const text = isAddress || inner === '' ? placeholder : inner;
  const address = isAddress ? inner : 'https://';
  const at = isAddress ? from + 1 : from + text.length + 3;
  return { from, to, text: `[${text}](${address})`, select: [at, at + (isAddress ? text.length : address.length)] };
}

export function change(format: Format, selection: Selection, placeholder: string): Change {
  switch (format) {
    case 'bold':
      return around(selection, '**', placeholder);
    case 'italic':
      return around(selection, '*', placeholder);
    case 'code':
      return selection.value.slice(selection.from, selection.to).includes('\n') ? fence(selection) : around(selection, '`', placeholder);
    case 'heading':
      return before(selection, '## ');
    case 'bullets':
      return before(selection, '- ');
    case 'quote':
      return before(selection, '> ');
    case 'link':
      return link(selection, placeholder);
  }
}

/** Makes a change as if it were typed, so that the browser can undo it. */
export function apply(area: HTMLTextAreaElement, { from, to, text, select }: Change): void {
  area.focus();
  area.setSelectionRange(from, to);
  if (!document.execCommand('insertText', false, text)) {
    area.setRangeText(text);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}
