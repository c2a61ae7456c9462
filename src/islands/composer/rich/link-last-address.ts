import type { Editor } from '@tiptap/core';

/** Signs that end a sentence, not an address. */
const END_SIGNS = '.,;:!?)\'"]';

/** The address at the end of a text, and where it begins; Chinese writes no space in front. */
export function findLastAddress(text: string): { address: string; from: number } | undefined {
  const from = Math.max(text.lastIndexOf('https://'), text.lastIndexOf('http://'));
  let end = text.length;
  while (end > 0 && END_SIGNS.includes(text.charAt(end - 1))) end--;
  const address = text.slice(Math.max(0, from), end);
  const isAddress =
    from >= 0 && /^[\x21-\x7e]+$/.test(address) && /^https?:\/\/[^/?#]+\.\w/.test(address);
  return isAddress && URL.canParse(address) ? { address, from } : undefined;
}

/**
 * Links the address that stands at the cursor or at the end of the message. Others were linked when
 * a space was typed behind them, which nobody types before sending.
 */
export function linkLastAddress(editor: Editor): void {
  const { doc, selection, schema, tr } = editor.state;
  const { link, code } = schema.marks;
  if (!link || !editor.isEditable) return;
  let end = doc.content.size;
  doc.descendants((node, at) => {
    if (node.isTextblock) end = at + node.nodeSize - 1;
  });
  for (const $at of [selection.$from, doc.resolve(end)]) {
    const { parent } = $at;
    if (!parent.isTextblock || parent.type.spec.code) continue;
    const before = parent.textBetween(0, $at.parentOffset, undefined, '\uFFFC');
    const next = parent.textBetween($at.parentOffset, parent.content.size, undefined, '\uFFFC');
    const found = /^[\x21-\x7e]/.test(next) ? undefined : findLastAddress(before);
    if (!found) continue;
    const from = $at.start() + found.from;
    const to = from + found.address.length;
    if (!doc.rangeHasMark(from, to, link) && !(code && doc.rangeHasMark(from, to, code)))
      tr.addMark(from, to, link.create({ href: found.address }));
  }
  if (tr.docChanged) editor.view.dispatch(tr);
}
