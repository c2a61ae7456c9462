import { readStored, writeStored } from '#client/core/stored-json.ts';

/* The member's heights of editors; CSS reads them as custom properties of the page. */

/** The resizable editors. `minHeight`: pixels of an empty text's area. */
export const EDITORS = {
  reply: { storageKey: 'replyHeight', property: '--reply-height', minHeight: 102 },
  thread: { storageKey: 'threadHeight', property: '--thread-height', minHeight: 168 },
} as const;
export type ResizedEditor = keyof typeof EDITORS;

/** Sets the height of an editor's text; undefined lets it follow the text again. */
function applyHeight(editor: ResizedEditor, height: number | undefined): void {
  const { style } = document.documentElement;
  const { property } = EDITORS[editor];
  if (height === undefined) style.removeProperty(property);
  else style.setProperty(property, `${height}px`);
}

/** Sets the height and stores it for later pages of this browser. */
export function storeHeight(editor: ResizedEditor, height: number | undefined): void {
  applyHeight(editor, height);
  writeStored(EDITORS[editor].storageKey, height);
}

// on import, so that the field before the editor has its height
for (const editor of ['reply', 'thread'] as const)
  applyHeight(editor, readStored<number>(EDITORS[editor].storageKey));
