import type { Editor } from '@tiptap/core';
import { parseHtml } from '#client/core/trusted-types.ts';
import { escapeHtml } from '#contracts/escape-html.ts';

/*
 * What is typed into a plain field while the file of the editor is on its way. The field holds
 * lines of text; each is a paragraph of the message.
 */

export interface EarlyText {
  /** HTML before the text, which the plain field can't hold. */
  base: string;
  text: string;
}

/** The text with the state of its field. */
export interface TypedText extends EarlyText {
  selection: { start: number; end: number };
  isFocused: boolean;
  /** It is in the draft too: what was typed before the islands stood isn't. */
  isInDraft: boolean;
}

const EMPTY_LINE = '<p></p>';

/** A message as lines of text; undefined when that would lose something. */
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

/** A message as the plain field begins with it. */
export function toEarlyText(html: string): EarlyText {
  const text = toPlainLines(html);
  if (text !== undefined) return { base: '', text };
  // the empty line to write on is the field
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

/**
 * Puts the lines into the rich editor in place of those that it has read from HTML, which has lost
 * spaces, and selects the same characters.
 */
function fillRichEditor(editor: Editor, { base, text, selection }: TypedText): void {
  const lines = text.split('\n');
  const { schema, doc, tr } = editor.state;
  const kept = base === '' ? 0 : doc.childCount - lines.length;
  let from = 0;
  for (let index = 0; index < kept; index++) from += doc.child(index).nodeSize;
  const paragraphs = lines.map((line) =>
    schema.node('paragraph', null, line ? [schema.text(line)] : []),
  );
  editor.view.dispatch(
    tr.replaceWith(from, doc.content.size, paragraphs).setMeta('addToHistory', false),
  );
  // one line feed stands for the end of a paragraph and the beginning of the next one
  const positionOf = (offset: number) => from + offset + text.slice(0, offset).split('\n').length;
  editor.commands.setTextSelection({
    from: positionOf(selection.start),
    to: positionOf(selection.end),
  });
}

/** Sets the text of React's textarea as typing does. */
function typeInto(area: HTMLTextAreaElement, text: string, start: number, end: number): void {
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text);
  area.dispatchEvent(new Event('input', { bubbles: true }));
  area.setSelectionRange(start, end);
}

/** The text with an empty line behind it, and the cursor there. */
function typeNewLine(area: HTMLTextAreaElement): void {
  const text = area.value.trimEnd() && `${area.value.trimEnd()}\n\n`;
  typeInto(area, text, text.length, text.length);
}

function fillTextarea(area: HTMLTextAreaElement, { base, text, selection }: TypedText): void {
  const end = area.value.length;
  // nothing was typed: what the editor holds stays
  if (base === '' && text === '') area.setSelectionRange(end, end);
  else if (base === '') typeInto(area, text, selection.start, selection.end);
  else if (text === '') typeNewLine(area);
  else area.setSelectionRange(end, end);
}

/** Passes text, selection and focus of the plain field on to the editor that takes its place. */
export function passToEditor(field: HTMLElement, typed: TypedText): void {
  const { editor } = field as HTMLElement & { editor?: Editor };
  if (field instanceof HTMLTextAreaElement) fillTextarea(field, typed);
  else if (editor && typed.text.trim() !== '') fillRichEditor(editor, typed);
  else editor?.commands.setTextSelection(editor.state.doc.content.size);
  if (!typed.isFocused) return;
  // the focus event alone would place the cursor only later
  if (editor) editor.view.focus();
  else field.focus({ preventScroll: true });
}

/** Focuses an editor behind its text, on a line of its own. */
export const focusEnd = (field: HTMLElement): void =>
  // any base: the text is the editor's own
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

/** The text of a plain field, which has saved it in the draft. */
export const readEarlyText = (area: HTMLTextAreaElement, early: EarlyText): TypedText =>
  readTypedText(area, { ...early, isInDraft: true });

let kept: TypedText | undefined;

/** Keeps the text of a field that is about to be replaced. */
export const keepTypedText = (typed: TypedText): void => void (kept = typed);

/** Keeps what was typed before the islands stood (views/inline-scripts/before-paint.ts). */
export function keepPageText(composer: Element): void {
  const field = composer.querySelector('textarea');
  if (field) keepTypedText(readTypedText(field, { base: '', text: field.value, isInDraft: false }));
}

/** The text that was kept, once. */
export function takeTypedText(): TypedText | undefined {
  const typed = kept;
  kept = undefined;
  return typed;
}
