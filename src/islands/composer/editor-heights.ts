import { readStored, writeStored } from '#client/core/stored-json.ts';

/* The heights that a member has chosen for editors; CSS has them as properties of the page. */

/** The editors that have a height each. `minHeight`: pixels of an empty text's area. */
export const EDITORS = {
  reply: { storageKey: 'replyHeight', property: '--reply-height', minHeight: 102 },
  thread: { storageKey: 'threadHeight', property: '--thread-height', minHeight: 168 },
} as const;
export type ResizedEditor = keyof typeof EDITORS;

/** Sets the height of an editor's text; undefined: it follows the text again. */
function applyHeight(editor: ResizedEditor, height: number | undefined): void {
  const { style } = document.documentElement;
  const { property } = EDITORS[editor];
  if (height === undefined) style.removeProperty(property);
  else style.setProperty(property, `${height}px`);
}

/** The same, for this browser's next pages too. */
export function storeHeight(editor: ResizedEditor, height: number | undefined): void {
  applyHeight(editor, height);
  writeStored(EDITORS[editor].storageKey, height);
}

// as soon as this file is there, so that the field before the editor has its height
for (const editor of ['reply', 'thread'] as const)
  applyHeight(editor, readStored<number>(EDITORS[editor].storageKey));
