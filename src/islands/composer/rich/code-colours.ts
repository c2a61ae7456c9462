import { Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { highlightClass, MAX_HIGHLIGHTED_CHARACTERS } from '#contracts/code-highlighting.ts';

type Lowlight = ReturnType<typeof import('lowlight').createLowlight>;
type Part = ReturnType<Lowlight['highlight']>['children'][number];

const pluginKey = new PluginKey<DecorationSet>('coloured');
let lowlight: Lowlight | undefined;
let loading: Promise<void> | undefined;

const loadHighlighter = (): Promise<void> =>
  (loading ??= import('lowlight').then(({ common, createLowlight }) => {
    lowlight = createLowlight(common);
  }));

function addDecorations(parts: readonly Part[], from: number, found: Decoration[]): number {
  let at = from;
  for (const part of parts) {
    if (part.type === 'text') at += part.value.length;
    if (part.type !== 'element') continue;
    const name = highlightClass((part.properties.className ?? []) as string[]);
    const end = addDecorations(part.children, at, found);
    if (name) found.push(Decoration.inline(at, end, { class: name }));
    at = end;
  }
  return at;
}

function findCodeBlocks(doc: DocNode): { at: number; language: string; text: string }[] {
  const found: { at: number; language: string; text: string }[] = [];
  doc.descendants((node, at) => {
    if (
      node.type.name === 'codeBlock' &&
      node.attrs.language &&
      node.content.size <= MAX_HIGHLIGHTED_CHARACTERS
    )
      found.push({
        at,
        language: String(node.attrs.language).toLowerCase(),
        text: node.textContent,
      });
    return !node.isTextblock;
  });
  return found;
}

function decorateCode(doc: DocNode): DecorationSet {
  const found: Decoration[] = [];
  for (const { at, language, text } of findCodeBlocks(doc))
    if (lowlight?.registered(language))
      addDecorations(lowlight.highlight(language, text).children, at + 1, found);
  return DecorationSet.create(doc, found);
}

/**
 * Highlights code while it is typed, as the server does. The highlighter is fetched when there is
 * code in a language.
 */
export const CodeColours = Extension.create({
  name: 'coloured',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: pluginKey,
      state: {
        init: (_, { doc }) => decorateCode(doc),
        apply: (tr, was) => (tr.docChanged || tr.getMeta(pluginKey) ? decorateCode(tr.doc) : was),
      },
      props: { decorations: (state) => pluginKey.getState(state) },
      view: (view) => {
        const wanted = () => {
          if (!lowlight && findCodeBlocks(view.state.doc).length > 0)
            void loadHighlighter().then(
              () => view.isDestroyed || view.dispatch(view.state.tr.setMeta(pluginKey, true)),
            );
        };
        wanted();
        return { update: wanted };
      },
    }),
  ],
});
