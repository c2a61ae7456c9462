import type { Editor } from '@tiptap/core';
import { parseHtml } from '#client/core/trusted-types.ts';
import { escapeHtml } from '#contracts/escape-html.ts';

/* Text typed into a plain field before the editor has loaded; a line is a paragraph. */

export interface EarlyText {
  /** HTML before the text that the plain field can't hold. */
  base: string;
  text: string;
}

export interface TypedText extends EarlyText {
  selection: { start: number; end: number };
  isFocused: boolean;
  /** False for text that was typed before the islands were mounted, which isn't in the draft. */
  isInDraft: boolean;
}

const EMPTY_LINE = '<p></p>';

/** A message as lines of text; undefined if that would lose content. */
function toPlainLines(html: string): string | undefined {
  const lines = [...parseHtml(html).childNodes].map((node) =>
    node instanceof Element &&
    node.tagName === 'P' &&
    node.attributes.length === 0 &&
    node.children.length === 0
      ? (node.textContent ?? '')
      : undefined,
  );
  return lines.includes(undefined) ? undefined : lines.join('\n');
}

/** The initial value of the plain field for a message. */
export function toEarlyText(html: string): EarlyText {
  const text = toPlainLines(html);
  if (text !== undefined) return { base: '', text };
  // the field itself is the empty line
  const base = html.endsWith(EMPTY_LINE) ? html.slice(0, -EMPTY_LINE.length) : html;
  return { base, text: '' };
}

export const earlyTextToHtml = ({ base, text }: EarlyText): string =>
  text.trim() === ''
    ? base
    : base +
      text
        .split('\n')
        .map((line) => `<p>${escapeHtml(line)}</p>`)
        .join('');

/** Replaces the editor's paragraphs (parsed HTML loses spaces) with the lines, and selects. */
function fillRichEditor(editor: Editor, { base, text, selection }: TypedText): void {
  const lines = text.split('\n');
  const { schema, doc, tr } = editor.state;
  const baseBlocks = base === '' ? 0 : doc.childCount - lines.length;
  let from = 0;
  for (let index = 0; index < baseBlocks; index++) from += doc.child(index).nodeSize;
  const paragraphs = lines.map((line) =>
    schema.node('paragraph', null, line ? [schema.text(line)] : []),
  );
  editor.view.dispatch(
    tr.replaceWith(from, doc.content.size, paragraphs).setMeta('addToHistory', false),
  );
  // a line feed counts as two positions: the end of a paragraph and the start of the next
  const positionOf = (offset: number) => from + offset + text.slice(0, offset).split('\n').length;
  editor.commands.setTextSelection({
    from: positionOf(selection.start),
    to: positionOf(selection.end),
  });
}

/** Sets the text of React's textarea like typing. */
function typeInto(area: HTMLTextAreaElement, text: string, start: number, end: number): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
  area.dispatchEvent(new Event('input', { bubbles: true }));
  area.setSelectionRange(start, end);
}

/** Adds an empty line and puts the cursor there. */
function typeNewLine(area: HTMLTextAreaElement): void {
  const text = area.value.trimEnd() && `${area.value.trimEnd()}\n\n`;
  typeInto(area, text, text.length, text.length);
}

function fillTextarea(area: HTMLTextAreaElement, { base, text, selection }: TypedText): void {
  const end = area.value.length;
  // nothing was typed: the editor's content stays
  if (base === '' && text === '') area.setSelectionRange(end, end);
  else if (base === '') typeInto(area, text, selection.start, selection.end);
  else if (text === '') typeNewLine(area);
  else area.setSelectionRange(end, end);
}

/** Passes text, selection and focus of the plain field to the editor that replaces it. */
export function passToEditor(field: HTMLElement, typed: TypedText): void {
  const { editor } = field as HTMLElement & { editor?: Editor };
  if (field instanceof HTMLTextAreaElement) fillTextarea(field, typed);
  else if (editor && typed.text.trim() !== '') fillRichEditor(editor, typed);
  else editor?.commands.setTextSelection(editor.state.doc.content.size);
  if (!typed.isFocused) return;
  // the focus event alone would set the cursor too late
  if (editor) editor.view.focus();
  else field.focus({ preventScroll: true });
}

/** Focuses an editor on a new line after its text. */
export const focusEnd = (field: HTMLElement): void =>
  // any base: it is the editor's own text
  passToEditor(field, {
    base: EMPTY_LINE,
    text: '',
    selection: { start: 0, end: 0 },
    isFocused: true,
    isInDraft: true,
  });

/** The field of an editor of messages, rich or plain. */
export const findEditorField = (within: Element | null): HTMLElement | null =>
  within?.querySelector<HTMLElement>('[role="textbox"], textarea') ?? null;

const readTypedText = (
  area: HTMLTextAreaElement,
  text: EarlyText & Pick<TypedText, 'isInDraft'>,
): TypedText => ({
  ...text,
  selection: { start: area.selectionStart, end: area.selectionEnd },
  isFocused: document.activeElement === area,
});

/** The text of a plain field, which has stored it in the draft. */
export const readEarlyText = (area: HTMLTextAreaElement, early: EarlyText): TypedText =>
  readTypedText(area, { ...early, isInDraft: true });

let stored: TypedText | undefined;

/** Stores the text of a field that is about to be replaced. */
export const storeTypedText = (typed: TypedText): void => void (stored = typed);

/** Stores text typed before the islands were mounted (views/inline-scripts/before-paint.ts). */
export function storePageText(composer: Element): void {
  const field = composer.querySelector('textarea');
  if (field)
    storeTypedText(readTypedText(field, { base: '', text: field.value, isInDraft: false }));
}

/** Returns the stored text and forgets it. */
export function takeTypedText(): TypedText | undefined {
  const typed = stored;
  stored = undefined;
  return typed;
}
