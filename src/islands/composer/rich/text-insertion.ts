import { Extension } from '@tiptap/core';

/**
 * A string that is inserted is text, by Tiptap's own keys too. Tiptap reads it as HTML, in a way
 * that the content security policy forbids; HTML comes by editor-html.ts.
 */
export const TextInsertion = Extension.create({
  name: 'textInsertion',
  addCommands: () => ({
    insertContent:
      (value, options) =>
      ({ tr, commands }) => {
        const { from, to } = tr.selection;
        const content = typeof value === 'string' ? { type: 'text', text: value } : value;
        return commands.insertContentAt({ from, to }, content, options);
      },
  }),
});
