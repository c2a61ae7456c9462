import { Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { COLOURED_CODE_MAX, codeClass } from '#contracts/code.ts';

type Lowlight = ReturnType<typeof import('lowlight').createLowlight>;
type Part = ReturnType<Lowlight['highlight']>['children'][number];

const key = new PluginKey<DecorationSet>('coloured');
let lowlight: Lowlight | undefined;
let loading: Promise<void> | undefined;

const load = (): Promise<void> =>
  (loading ??= import('lowlight').then(({ common, createLowlight }) => {
    lowlight = createLowlight(common);
  }));

function paint(parts: readonly Part[], from: number, found: Decoration[]): number {
  let at = from;
  for (const part of parts) {
    if (part.type === 'text') at += part.value.length;
    if (part.type !== 'element') continue;
    const name = codeClass((part.properties.className ?? []) as string[]);
    const end = paint(part.children, at, found);
    if (name) found.push(Decoration.inline(at, end, { class: name }));
    at = end;
  }
  return at;
}

function blocks(doc: DocNode): { at: number; language: string; text: string }[] {
  const found: { at: number; language: string; text: string }[] = [];
  doc.descendants((node, at) => {
    if (
      node.type.name === 'codeBlock' &&
      node.attrs.language &&
      node.content.size <= COLOURED_CODE_MAX
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

function colours(doc: DocNode): DecorationSet {
  const found: Decoration[] = [];
  for (const { at, language, text } of blocks(doc))
    if (lowlight?.registered(language))
      paint(lowlight.highlight(language, text).children, at + 1, found);
  return DecorationSet.create(doc, found);
}

/**
 * Colours code while it is written, as the server will; the highlighter comes when there is code in
 * some language.
 */
export const Coloured = Extension.create({
  name: 'coloured',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: (_, { doc }) => colours(doc),
        apply: (tr, was) => (tr.docChanged || tr.getMeta(key) ? colours(tr.doc) : was),
      },
      props: { decorations: (state) => key.getState(state) },
      view: (view) => {
        const wanted = () => {
          if (!lowlight && blocks(view.state.doc).length > 0)
            void load().then(
              () => view.isDestroyed || view.dispatch(view.state.tr.setMeta(key, true)),
            );
        };
        wanted();
        return { update: wanted };
      },
    }),
  ],
});
