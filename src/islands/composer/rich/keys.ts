import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/**
 * In code, lists and tables Tab is the editor's. Escape gives the next one back to the browser, so
 * that the keyboard isn't caught (WCAG 2.1.2). While something is composed, no key is a command.
 */
export const Keys = Extension.create({
  name: 'keys',
  priority: 2_000,
  addProseMirrorPlugins() {
    let free = false;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: (_, event) => {
              if (event.isComposing || event.keyCode === 229) return event.ctrlKey || event.metaKey;
              const leaving = free && event.key === 'Tab';
              if (event.key !== 'Shift') free = event.key === 'Escape';
              return leaving;
            },
            blur: () => {
              free = false;
            },
          },
        },
      }),
    ];
  },
});
