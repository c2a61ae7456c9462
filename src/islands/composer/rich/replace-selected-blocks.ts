import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/** Also checks the page's selection, because the editor receives its collapse later. */
function areBlocksSelected({ dom, state: { doc, selection } }: EditorView): boolean {
  let blocks = 0;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (node.isTextblock || (node.isBlock && node.isAtom)) blocks++;
  });
  return blocks > 1 && dom.ownerDocument.getSelection()?.isCollapsed === false;
}

/**
 * Replaces selected blocks with text that doesn't come from keys. The browser would write it into
 * remains of the elements, which ProseMirror misreads.
 */
export const ReplaceSelectedBlocks = Extension.create({
  name: 'replaceSelectedBlocks',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          beforeinput: (view, event) => {
            if (
              event.inputType !== 'insertText' ||
              event.data === null ||
              view.composing ||
              !areBlocksSelected(view)
            )
              return false;
            event.preventDefault();
            view.dispatch(view.state.tr.insertText(event.data).scrollIntoView());
            return true;
          },
          compositionstart: (view) => {
            if (areBlocksSelected(view)) view.dispatch(view.state.tr.deleteSelection());
            return false;
          },
        },
      },
    }),
  ],
});
