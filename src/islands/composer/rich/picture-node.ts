import { type Editor, Node } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ReactNodeViewRenderer } from '@tiptap/react';
import { $uploads, startUpload } from '#client/composer/uploads.ts';
import { pickPictures } from '../picture-files.ts';
import { ImageView } from './ImageView.tsx';
import { preservedAttributes } from './preserved-attributes.ts';

/** The pictures of a document without a stored file, by position. */
export function findPendingPictures(doc: DocNode): { at: number; node: DocNode; id: string }[] {
  const found: { at: number; node: DocNode; id: string }[] = [];
  doc.descendants((node, at) => {
    if (node.type.name === 'image' && node.attrs.upload)
      found.push({ at, node, id: String(node.attrs.upload) });
  });
  return found;
}

/** Sets the addresses of stored pictures; undo doesn't remove them. */
function setStoredAddresses(view: EditorView): void {
  if (view.composing) return; // it would end an IME composition; the end of one updates again
  const { tr, doc } = view.state;
  for (const { at, node, id } of findPendingPictures(doc)) {
    const url = $uploads.get()[id]?.url;
    if (url) tr.setNodeMarkup(at, undefined, { ...node.attrs, src: url, upload: null });
  }
  if (tr.docChanged) view.dispatch(tr.setMeta('addToHistory', false));
}

/** A picture. During upload `upload` it has no address and isn't part of the message. */
export const PictureNode = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  parseHTML: () => [
    { tag: 'img[data-upload]' },
    { tag: 'img[src]:not([src^="data:"], [src^="blob:"], [src^="file:"])' },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addAttributes: () => ({
    ...preservedAttributes('src', 'alt', 'title', 'width', 'height', 'align'),
    upload: {
      default: null,
      parseHTML: (element: HTMLElement) => element.dataset.upload ?? null,
      renderHTML: ({ upload }) => (upload === null ? {} : { 'data-upload': upload }),
    },
  }),
  addNodeView: () => ReactNodeViewRenderer(ImageView, { as: 'span' }),
  addProseMirrorPlugins: () => [
    new Plugin({
      view: (view) => {
        const stop = $uploads.listen(() => setStoredAddresses(view));
        return { update: setStoredAddresses, destroy: stop };
      },
    }),
  ],
});

/** Starts uploads and inserts the pictures, at the cursor by default. */
export function insertPictures(editor: Editor, files: Iterable<File>, at?: number): void {
  const nodes = pickPictures(files).map((file) => ({
    type: 'image',
    attrs: { upload: startUpload(file), alt: '' },
  }));
  if (nodes.length === 0) return;
  const chain = editor.chain().focus();
  (at === undefined ? chain.insertContent(nodes) : chain.insertContentAt(at, nodes)).run();
}
