import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { escapeHtml } from '#contracts/escape-html.ts';
import { isStickerName, stickerAttributes } from '#contracts/stickers.ts';
import { cjkEmphasis } from './cjk-emphasis.ts';
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

/** A sticker as the textarea holds it: its name between colons. */
const sticker: TokenizerAndRendererExtension = {
  name: 'sticker',
  level: 'inline',
  start: (source) => {
    const at = source.search(/:[a-z]/);
    return at < 0 ? undefined : at;
  },
  tokenizer(source) {
    const [raw, name = ''] = /^:([a-z]{1,20}):/.exec(source) ?? [];
    return raw !== undefined && isStickerName(name) ? { type: 'sticker', raw, name } : undefined;
  },
  renderer: ({ name }) => {
    const attributes = Object.entries(stickerAttributes(String(name)));
    return `<img ${attributes.map(([key, value]) => `${key}="${value}"`).join(' ')}>`;
  },
};

const createMarked = (people: MentionedUsers): Marked =>
  new Marked({
    gfm: true,
    breaks: true,
    tokenizer: cjkEmphasis,
    extensions: [sticker, ...(people.size > 0 ? [mentionExtension(people)] : [])],
    renderer: {
      html({ text, block }) {
        const shown = escapeHtml(text.trimEnd());
        return block ? `<p>${shown}</p>` : shown;
      },
    },
  });

export const markdownToHtml = (source: string, people: MentionedUsers = new Map()): string =>
  createMarked(people).parse(source, { async: false }).trim();
