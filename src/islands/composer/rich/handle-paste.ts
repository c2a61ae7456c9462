import type { Editor } from '@tiptap/core';
import { startUpload } from '#client/composer/uploads.ts';
import { $siteConfig } from '#client/core/site-config.ts';
import { parseHtml } from '#client/core/trusted-types.ts';
import { allowedPlayerUrl, isVideoPageUrl } from '#contracts/video-players.ts';
import { isPicture } from '../picture-files.ts';
import { parseFragment } from './editor-html.ts';
import { insertPictures } from './picture-node.ts';

/**
 * Inserts a video at the cursor; false when its host isn't allowed (R13). The cursor moves to a
 * line below: a selected video would be replaced by the next input.
 */
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

/** A data URL of a picture as a file; undefined when it isn't one. */
function dataUrlToFile(address: string, name: string): File | undefined {
  const [, type, data] = /^data:(image\/[\w+.-]+);base64,([\w+/=\s]+)$/i.exec(address) ?? [];
  if (!type || !data) return undefined;
  try {
    return new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], name, {
      type,
    });
  } catch {
    return undefined; // a truncated data URL
  }
}

/** Turns the list items of Word, which are paragraphs, into lists. */
function convertWordLists(body: HTMLElement): void {
  for (const item of [
    ...body.querySelectorAll<HTMLElement>('p[style*="mso-list"], p[class^="MsoListParagraph"]'),
  ]) {
    const sign = [...item.querySelectorAll<HTMLElement>('span')].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
    );
    const numbered = /^\s*[\w一-龥]+[.)、．]/.test(sign?.textContent ?? '');
    sign?.remove();
    const tag = numbered ? 'OL' : 'UL';
    const before = item.previousElementSibling;
    const list =
      before?.tagName === tag && before.hasAttribute('data-word')
        ? before
        : body.ownerDocument.createElement(tag);
    list.setAttribute('data-word', '');
    if (list !== before) item.before(list);
    const entry = body.ownerDocument.createElement('li');
    entry.append(...item.childNodes);
    list.append(entry);
    item.remove();
  }
}

/** HTML without its comments; one that doesn't end goes to the end, as parsers have it. */
const withoutComments = (html: string): string =>
  html
    .split('<!--')
    .map((part, index) => (index === 0 ? part : part.split('-->').slice(1).join('-->')))
    .join('');

/**
 * HTML of other programs without their own markup. Its pictures are uploaded; those that can't be
 * fetched are removed.
 */
export function cleanPasted(html: string): string {
  const body = parseHtml(withoutComments(html).replace(/<!\[[^\]<>]*\]>/g, ''));
  for (const element of body.querySelectorAll(
    'style, script, meta, link, title, xml, o\\:p, template, noscript',
  ))
    element.replaceWith(...(element.tagName === 'O:P' ? element.childNodes : []));
  convertWordLists(body);
  for (const image of body.querySelectorAll('img')) {
    const file = dataUrlToFile(image.getAttribute('src') ?? '', image.alt || 'picture');
    image.removeAttribute('data-upload');
    if (file) {
      image.dataset.upload = startUpload(file);
      image.removeAttribute('src');
    } else if (!/^(https?:)?\//i.test(image.getAttribute('src') ?? '')) image.remove();
  }
  for (const element of body.querySelectorAll('[style], [class], [id]')) {
    const kept = element.tagName === 'CODE' ? element.className : '';
    const bold = /font-weight:\s*(bold|[6-9]00)/i.test(element.getAttribute('style') ?? '');
    const plain =
      element.tagName === 'B' && /font-weight:\s*normal/i.test(element.getAttribute('style') ?? '');
    if (bold && element.tagName === 'SPAN') {
      const strong = body.ownerDocument.createElement('strong');
      strong.append(...element.childNodes);
      element.append(strong);
    }
    for (const name of ['style', 'class', 'id']) element.removeAttribute(name);
    if (kept) element.className = kept;
    // Google Docs wraps everything in such a <b>
    if (plain) element.replaceWith(...element.childNodes);
  }
  return body.innerHTML;
}

const INLINE_MARKDOWN = [
  /\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*/,
  /__[^\s_](?:[^_\n]*[^\s_])?__/,
  /\[[^[\]\n]+\]\([^\s()]+[()]/,
];
/** Whether a text is Markdown, by characters that are rarely typed for another reason. */
const isMarkdown = (text: string): boolean =>
  /^(#{1,6} \S|```|~~~|[-*+] \S.*\n[-*+] |\d+\. \S.*\n\d+\. |> \S|\|.+\|\n\|[ :|-]+\|)/m.test(
    text,
  ) || INLINE_MARKDOWN.some((pattern) => pattern.test(text));

async function insertMarkdown(editor: Editor, text: string): Promise<void> {
  const { markdownToHtml } = await import('#client/composer/markdown.ts');
  editor
    .chain()
    .focus()
    .insertContent(parseFragment(cleanPasted(markdownToHtml(text)), editor.schema))
    .run();
}

/** The language of code that was copied from a code editor. */
function readCopiedCode(data: DataTransfer): { language: string } | undefined {
  const editorData = data.getData('vscode-editor-data');
  if (!editorData) return undefined;
  try {
    return { language: String((JSON.parse(editorData) as { mode?: unknown }).mode ?? '') };
  } catch {
    return undefined;
  }
}

/** Handles a paste that needs more than ProseMirror's own handling; returns false for others. */
export function handlePaste(editor: Editor, data: DataTransfer | null, plain: boolean): boolean {
  if (!data || !editor.isEditable) return false;
  const text = data.getData('text/plain').replace(/\r\n?/g, '\n');
  const html = data.getData('text/html');
  const files = [...data.files].filter(isPicture);
  // Office programs add a picture of the copied text; the text is wanted
  if (files.length > 0 && (!text.trim() || !html)) {
    insertPictures(editor, files);
    return true;
  }
  if (plain || editor.isActive('codeBlock') || text === '') return false;
  const code = readCopiedCode(data);
  if (code && text.includes('\n'))
    return editor
      .chain()
      .focus()
      .insertContent({
        type: 'codeBlock',
        attrs: { language: code.language || null },
        content: [{ type: 'text', text: text.replace(/\n$/, '') }],
      })
      .run();
  const hosts = $siteConfig.get()?.frameHosts;
  if (
    hosts &&
    editor.state.selection.empty &&
    (isVideoPageUrl(text) || /^<iframe\s[^>]*>\s*<\/iframe>$/i.test(text.trim())) &&
    insertVideo(editor, text, hosts)
  )
    return true;
  if (html || !isMarkdown(text)) return false;
  void insertMarkdown(editor, text);
  return true;
}
