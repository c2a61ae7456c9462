import { Node } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Suggestion, type SuggestionKeyDownProps, type SuggestionProps } from '@tiptap/suggestion';
import { findUsersByPrefix } from '#client/search/find-users.ts';
import type { UserBriefWire } from '#contracts/wire/user.ts';

export type MentionSuggestion = SuggestionProps<UserBriefWire, UserBriefWire>;

export interface MentionOptions {
  /** Called with the suggestions for the text after an @; undefined without an @. */
  onAsk(asking: MentionSuggestion | undefined): void;
  /** Handles a key while suggestions are shown; returns whether it did. */
  onKey(event: KeyboardEvent): boolean;
}

const PUNCTUATION = /^[，。、；：！？）」』”…,.;:!?)]/;

/** Punctuation after a mention replaces the space that was inserted with it. */
const closeUpPunctuation = new Plugin({
  props: {
    handleTextInput: (view, from, to, text) => {
      const { doc, tr } = view.state;
      const { nodeBefore, parent, parentOffset } = doc.resolve(from);
      const isAfterMention =
        nodeBefore?.text === ' ' &&
        parentOffset > 1 &&
        parent.childBefore(parentOffset - 1).node?.type.name === 'mention';
      if (from !== to || !isAfterMention || !PUNCTUATION.test(text)) return false;
      view.dispatch(tr.insertText(text, from - 1, to).scrollIntoView());
      return true;
    },
  },
});

/** A mentioned user, who is notified; the name links to their page. */
export const MentionNode = Node.create<MentionOptions>({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  priority: 1_100, // before links
  addOptions: () => ({ onAsk: () => undefined, onKey: () => false }),
  parseHTML: () => [{ tag: '[data-user-id]', priority: 100 }],
  addAttributes: () => ({
    id: {
      default: null,
      parseHTML: (element: HTMLElement) => element.dataset.userId ?? null,
      renderHTML: () => ({}),
    },
    label: {
      default: '',
      parseHTML: (element: HTMLElement) => element.textContent ?? '',
      renderHTML: () => ({}),
    },
  }),
  renderHTML: ({ node }) => [
    'a',
    { class: 'mention', 'data-user-id': node.attrs.id, href: `/user/${node.attrs.id}` },
    node.attrs.label,
  ],
  renderText: ({ node }) => node.attrs.label,
  addProseMirrorPlugins() {
    const { onAsk, onKey } = this.options;
    return [
      closeUpPunctuation,
      Suggestion<UserBriefWire, UserBriefWire>({
        editor: this.editor,
        pluginKey: new PluginKey('mention'),
        char: '@',
        // Chinese has no spaces, so an @ after a Han character starts a mention.
        allowedPrefixes: null,
        allow: ({ state, range }) =>
          !/[\w.+-]$/.test(state.doc.textBetween(Math.max(0, range.from - 1), range.from)) &&
          !state.selection.$from.parent.type.spec.code,
        items: ({ query }) =>
          query === '' ? [] : findUsersByPrefix(query, { quiet: true }).catch(() => []),
        command: ({ editor, range, props }) =>
          editor
            .chain()
            .focus()
            .insertContentAt(range, [
              { type: 'mention', attrs: { id: String(props.id), label: `@${props.nickname}` } },
              { type: 'text', text: ' ' },
            ])
            .run(),
        render: () => ({
          onStart: onAsk,
          onUpdate: onAsk,
          onExit: () => onAsk(undefined),
          onKeyDown: ({ event }: SuggestionKeyDownProps) => onKey(event),
        }),
      }),
    ];
  },
});
