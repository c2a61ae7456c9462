import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Whether more than the text of one block is selected. The page's selection is asked, too: the
 * editor hears a moment later that it has collapsed.
 */
function areBlocksSelected({ dom, state: { doc, selection } }: EditorView): boolean {
  let blocks = 0;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (node.isTextblock || (node.isBlock && node.isAtom)) blocks++;
  });
  return blocks > 1 && dom.ownerDocument.getSelection()?.isCollapsed === false;
}

/**
 * Text that doesn't come from keys (an input method, a phone's keyboard, dictation) and replaces
 * selected blocks. The browser would write it into what it keeps of their elements, which
 * ProseMirror reads as a table in a table, or as nothing.
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
