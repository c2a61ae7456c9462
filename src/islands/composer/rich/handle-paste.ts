import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { hasColumns, hasMarkdown, isClearlyMarkdown } from '#client/composer/pasted-text.ts';
import { $siteConfig } from '#client/core/site-config.ts';
import { dismissToastOf, showToast } from '#client/core/toasts.ts';
import { allowedPlayerUrl, isVideoPageUrl } from '#contracts/video-players.ts';
import { isPicture } from '../picture-files.ts';
import { parseFragment } from './editor-html.ts';
import { toSlice } from './paste-slice.ts';
import { cleanPasted } from './pasted-html.ts';
import { insertPictures } from './picture-node.ts';

/** Inserts a video and a new line for typing; false if its host isn't allowed (R13). */
export function insertVideo(editor: Editor, copied: string, hosts: readonly string[]): boolean {
  const src = allowedPlayerUrl(copied, hosts);
  return (
    src !== undefined &&
    editor
      .chain()
      .focus()
      .insertContent([{ type: 'frame', attrs: { src } }, { type: 'paragraph' }])
      .run()
  );
}

/** Pastes as one undo step, and offers another format until the text is changed. */
function pasteWithOffer(
  editor: Editor,
  insert: () => void,
  offer?: { key: PastedKey; run(): void },
): void {
  editor.view.dispatch(closeHistory(editor.state.tr));
  insert();
  if (!offer) return;
  const key = `composer.pasted.${offer.key}` as const;
  const pasted = editor.state.doc;
  const withdraw = () => {
    if (editor.state.doc.eq(pasted)) return;
    editor.off('update', withdraw);
    dismissToastOf(key);
  };
  const run = () => {
    editor.off('update', withdraw);
    if (editor.isDestroyed) return;
    editor.chain().focus().undo().run();
    offer.run();
  };
  showToast({ key, action: { key: `composer.pasted.${offer.key}Action`, run } });
  editor.on('update', withdraw);
}

type PastedKey = 'markdown' | 'plain' | 'code';

function insertText(editor: Editor, text: string): void {
  const { state, view } = editor;
  const marks = state.storedMarks ?? state.selection.$from.marks();
  const slice = toSlice(text, state.schema, marks);
  view.dispatch(state.tr.replaceSelection(slice).setMeta('paste', true).scrollIntoView());
}

const insertCode = (editor: Editor, text: string, language: string | null = null): boolean =>
  editor
    .chain()
    .focus()
    .insertContent({
      type: 'codeBlock',
      attrs: { language },
      content: [{ type: 'text', text: text.replace(/\n$/, '') }],
    })
    .run();

async function insertMarkdown(editor: Editor, text: string): Promise<void> {
  const { markdownToHtml } = await import('#client/composer/markdown.ts');
  if (editor.isDestroyed) return;
  const content = parseFragment(cleanPasted(markdownToHtml(text)), editor.schema);
  pasteWithOffer(editor, () => editor.chain().focus().insertContent(content).run(), {
    key: 'markdown',
    run: () => insertText(editor, text),
  });
}

/** Pastes unchanged text, or Markdown if it is clearly that. */
function pasteText(editor: Editor, text: string): void {
  if (isClearlyMarkdown(text)) void insertMarkdown(editor, text);
  else if (hasColumns(text))
    pasteWithOffer(editor, () => insertText(editor, text), {
      key: 'code',
      run: () => insertCode(editor, text),
    });
  else if (hasMarkdown(text))
    pasteWithOffer(editor, () => insertText(editor, text), {
      key: 'plain',
      run: () => void insertMarkdown(editor, text),
    });
  else pasteWithOffer(editor, () => insertText(editor, text));
}

/** HTML from code editors and terminals: one preformatted block in a monospaced font. */
const CODE_HTML =
  /<(?:div|pre)\b(?=[^<>]{0,600}white-space:\s{0,3}pre)(?=[^<>]{0,600}(?:mono|consol|courier|menlo))/i;

/** The language of code copied from a code editor or a terminal; null if unknown. */
function readCopiedCode(data: DataTransfer): { language: string | null } | undefined {
  const editorData = data.getData('vscode-editor-data');
  try {
    const { mode } = JSON.parse(editorData || '{}') as { mode?: unknown };
    if (typeof mode === 'string') return { language: mode || null };
  } catch {
    // another program's data
  }
  return CODE_HTML.test(data.getData('text/html').slice(0, 5_000)) ? { language: null } : undefined;
}

/** Handles pastes that need more than ProseMirror's own handling; returns false for others. */
export function handlePaste(editor: Editor, data: DataTransfer | null, plain: boolean): boolean {
  if (!data || !editor.isEditable) return false;
  const text = data.getData('text/plain').replace(/\r\n?/g, '\n');
  const html = data.getData('text/html');
  const files = [...data.files].filter(isPicture);
  // Office programs add a picture of the copied text, which is ignored
  if (files.length > 0 && (!text.trim() || !html)) {
    insertPictures(editor, files);
    return true;
  }
  if (data.files.length > 0 && text === '' && html === '') {
    insertPictures(editor, data.files); // shows that other files can't be added
    return true;
  }
  if (editor.isActive('codeBlock') || text === '') return false;
  if (plain) {
    pasteWithOffer(editor, () => insertText(editor, text));
    return true;
  }
  const code = readCopiedCode(data);
  if (code && text.includes('\n')) return insertCode(editor, text, code.language);
  const hosts = $siteConfig.get()?.frameHosts;
  if (
    hosts &&
    editor.state.selection.empty &&
    (isVideoPageUrl(text) || /^<iframe\s[^>]*>\s*<\/iframe>$/i.test(text.trim())) &&
    insertVideo(editor, text, hosts)
  )
    return true;
  if (html && !code) return false;
  pasteText(editor, text);
  return true;
}
