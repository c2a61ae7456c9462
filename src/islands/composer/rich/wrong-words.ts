import { Extension } from '@tiptap/core';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { wordsPattern } from '../words-pattern.ts';

const pluginKey = new PluginKey<{ words: RegExp | undefined; marks: DecorationSet }>('wrongWords');

function markWords(doc: DocNode, words: RegExp | undefined): DecorationSet {
  const found: Decoration[] = [];
  if (words)
    doc.descendants((node, at) => {
      if (!node.isTextblock) return true;
      // A leaf node has one position in the document, so it counts as one character here.
      const text = node.textBetween(0, node.content.size, undefined, '\uFFFC');
      for (const match of text.matchAll(words))
        found.push(
          Decoration.inline(at + 1 + match.index, at + 1 + match.index + match[0].length, {
            class: 'wrong-word',
          }),
        );
      return false;
    });
  return DecorationSet.create(doc, found);
}

/** Marks the sensitive words for which a message was refused (R14). */
export const WrongWords = Extension.create({
  name: 'wrongWords',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: pluginKey,
      state: {
        init: (_, { doc }) => ({
          words: undefined as RegExp | undefined,
          marks: markWords(doc, undefined),
        }),
        apply(tr, was) {
          const given = tr.getMeta(pluginKey) as { words: RegExp | undefined } | undefined;
          if (!given && !tr.docChanged) return was;
          const words = given ? given.words : was.words;
          return { words, marks: words || given ? markWords(tr.doc, words) : was.marks };
        },
      },
      props: { decorations: (state) => pluginKey.getState(state)?.marks },
    }),
  ],
});

export const setWrongWordsMeta = (words: readonly string[]) =>
  [pluginKey, { words: wordsPattern(words) }] as const;
