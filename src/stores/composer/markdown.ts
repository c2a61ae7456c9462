import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { escapeHtml } from '#contracts/escape-html.ts';
import { isNameAt } from './mention-name.ts';

/*
 * The textarea holds Markdown, calls send HTML. HTML in the textarea is shown as text.
 */

/** Ids of the mentioned users, by the name behind the @. */
export type MentionedUsers = ReadonlyMap<string, number>;

/** Turns names of chosen users into mentions; other names stay text. */
function mentionExtension(people: MentionedUsers): TokenizerAndRendererExtension {
  const names = [...people.keys()].sort((one, other) => other.length - one.length);
  return {
    name: 'mention',
    level: 'inline',
    start: (source) => source.indexOf('@'),
    tokenizer(source) {
      const name = source.startsWith('@')
        ? names.find((one) => isNameAt(source, 1, one))
        : undefined;
      return name === undefined
        ? undefined
        : { type: 'mention', raw: `@${name}`, id: people.get(name) };
    },
    renderer: ({ raw, id }) =>
      `<a class="mention" data-user-id="${id}" href="/user/${id}">${escapeHtml(raw)}</a>`,
  };
}

const createMarked = (people: MentionedUsers): Marked =>
  new Marked({
    gfm: true,
    breaks: true,
    extensions: people.size > 0 ? [mentionExtension(people)] : [],
    renderer: {
      html({ text, block }) {
        const shown = escapeHtml(text.trimEnd());
        return block ? `<p>${shown}</p>` : shown;
      },
    },
  });

export const markdownToHtml = (source: string, people: MentionedUsers = new Map()): string =>
  createMarked(people).parse(source, { async: false }).trim();
