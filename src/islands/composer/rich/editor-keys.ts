import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/**
 * Tab works in code, lists and tables. Escape gives the next Tab back to the browser, so that the
 * focus isn't trapped (WCAG 2.1.2). During IME composition no key is a command.
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
