import { type Editor, Extension } from '@tiptap/core';
import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { findLinks } from '#contracts/find-links.ts';

/*
 * Links addresses: pasted ones at once, typed ones when text follows or the message is completed. A
 * link that the author removed isn't restored.
 */

interface Range {
  from: number;
  to: number;
}

/** Represents a picture or a mention in a text; no address extends across it. */
const ATOM = '\uFFFC';
const textOf = (block: Node): string => block.textBetween(0, block.content.size, undefined, ATOM);

/** The end of an address that is still being typed at the cursor, as an offset in its text. */
function findUnfinishedEnd(text: string, cursor: number): number | undefined {
  const last = findLinks(`${text.slice(0, cursor)}x`).at(-1);
  return last?.to === cursor + 1 ? findLinks(text.slice(0, cursor)).at(-1)?.to : undefined;
}

/** Links the addresses of a text block that touch a range, except the one being typed. */
function linkIn(
  tr: Transaction,
  block: Node,
  start: number,
  range: Range,
  typing?: ResolvedPos,
): void {
  const { link, code } = block.type.schema.marks;
  if (!link || block.type.spec.code) return;
  const text = textOf(block);
  const unfinished =
    typing && typing.start() === start ? findUnfinishedEnd(text, typing.parentOffset) : undefined;
  for (const found of findLinks(text)) {
    const [from, to] = [start + found.from, start + found.to];
    if (to < range.from || from > range.to || found.to === unfinished) continue;
    if (!tr.doc.rangeHasMark(from, to, link) && !(code && tr.doc.rangeHasMark(from, to, code)))
      tr.addMark(from, to, link.create({ href: found.href }));
  }
}

/** The range that these transactions changed, in the current document. */
function findChange(transactions: readonly Transaction[]): Range | undefined {
  let change: Range | undefined;
  for (const { mapping } of transactions)
    for (const map of mapping.maps) {
      if (change) change = { from: map.map(change.from, -1), to: map.map(change.to, 1) };
      map.forEach((_from, _to, from, to) => {
        change = { from: Math.min(change?.from ?? from, from), to: Math.max(change?.to ?? to, to) };
      });
    }
  return change;
}

const join = (one: Range | undefined, other: Range | undefined): Range | undefined =>
  one && other
    ? { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }
    : (one ?? other);

/** Loaded content, and content that undo restores, retains its links. */
const isOurs = (tr: Transaction): boolean =>
  Boolean(tr.getMeta('preventUpdate') ?? tr.getMeta('history$'));

/** Changes of an input method: their links are set after it has ended. */
const composedKey = new PluginKey<Range | undefined>('composedAddresses');

export const AddressLinks = Extension.create({
  name: 'addressLinks',
  addProseMirrorPlugins() {
    const { editor } = this;
    const isComposing = () => editor.view.composing;
    return [
      new Plugin<Range | undefined>({
        key: composedKey,
        state: {
          init: () => undefined,
          apply: (tr, composed) =>
            isComposing()
              ? join(
                  composed && {
                    from: tr.mapping.map(composed.from, -1),
                    to: tr.mapping.map(composed.to, 1),
                  },
                  findChange([tr]),
                )
              : undefined,
        },
        appendTransaction(transactions, before, { doc, selection, tr }) {
          if (isComposing() || transactions.some(isOurs)) return undefined;
          const composed = composedKey.getState(before);
          const range = join(composed, findChange(transactions));
          if (!range) return undefined;
          const isPasted = transactions.some((one) => one.getMeta('paste') === true);
          const [from, to] = [range.from, Math.min(range.to, doc.content.size)];
          doc.nodesBetween(from, to, (node, at) => {
            if (node.isTextblock)
              linkIn(tr, node, at + 1, range, isPasted ? undefined : selection.$head);
            return !node.isTextblock;
          });
          return tr.docChanged ? tr : undefined;
        },
      }),
    ];
  },
});

/** Links the address at the cursor or at the end, because nobody types a space before sending. */
export function linkLastAddress(editor: Editor): void {
  const { doc, selection, tr } = editor.state;
  if (!editor.isEditable) return;
  let end = doc.content.size;
  doc.descendants((node, at) => {
    if (node.isTextblock) end = at + node.nodeSize - 1;
  });
  for (const $at of [selection.$head, doc.resolve(end)])
    if ($at.parent.isTextblock) linkIn(tr, $at.parent, $at.start(), { from: $at.pos, to: $at.pos });
  if (tr.docChanged) editor.view.dispatch(tr);
}
