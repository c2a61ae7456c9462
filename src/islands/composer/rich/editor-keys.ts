import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/**
 * In code, lists and tables Tab is the editor's. Escape gives the next one back to the browser, so
 * that the keyboard isn't caught (WCAG 2.1.2). While something is composed, no key is a command.
 */
export const EditorKeys = Extension.create({
  name: 'keys',
  priority: 2_000,
  addProseMirrorPlugins() {
    let tabIsFree = false;
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: (_, event) => {
              if (event.isComposing || event.keyCode === 229) return event.ctrlKey || event.metaKey;
              const leaving = tabIsFree && event.key === 'Tab';
              if (event.key !== 'Shift') tabIsFree = event.key === 'Escape';
              return leaving;
            },
            blur: () => {
              tabIsFree = false;
            },
          },
        },
      }),
    ];
  },
});
