import { Node } from '@tiptap/core';
import { PluginKey } from '@tiptap/pm/state';
import { Suggestion, type SuggestionKeyDownProps, type SuggestionProps } from '@tiptap/suggestion';
import type { UserBriefWire } from '#contracts/wire/user.ts';
import { findUsersByPrefix } from '#stores/search/find-users.ts';

export type MentionSuggestion = SuggestionProps<UserBriefWire, UserBriefWire>;

export interface MentionOptions {
  /** Tells of the people who fit what is typed behind an @; undefined when nobody is asked for. */
  onAsk(asking: MentionSuggestion | undefined): void;
  /** Answers a key while people are shown; true when it was for them. */
  onKey(event: KeyboardEvent): boolean;
}

/** Somebody who is told of the message, and to whose page their name leads. */
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
      Suggestion<UserBriefWire, UserBriefWire>({
        editor: this.editor,
        pluginKey: new PluginKey('mention'),
        char: '@',
        // Chinese has no spaces: an @ behind a Han character begins a mention, one behind a letter
        // is an address.
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
