import { Marked, type TokenizerAndRendererExtension, type TokenizerObject } from 'marked';
import { escapeAttribute, escapeHtml } from '#contracts/escape-html.ts';
import { type FoundLink, findFirstLink } from '#contracts/find-links.ts';
import { isStickerName, stickerAttributes } from '#contracts/stickers.ts';
import { cjkEmphasis } from './cjk-emphasis.ts';
import { isNameAt } from './mention-name.ts';
import { preserveSpaces } from './preserve-spaces.ts';

/* The textarea holds Markdown; calls send HTML. HTML in the textarea is shown as text. */

/** Ids of the mentioned users, by the name after the @. */
export type MentionedUsers = ReadonlyMap<string, number>;

/** Turns the names of chosen users into mentions; other names remain text. */
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

/** A sticker in the textarea is its name between colons. */
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

/** Marked passes only the rest of the text, and asks after each sign: cache the next link. */
class Position {
  #text = '';
  #offset = 0;
  #link: FoundLink | undefined;

  moveTo(rest: string): void {
    const isWithin = this.#text.endsWith(rest);
    if (!isWithin) this.#text = rest;
    this.#offset = this.#text.length - rest.length;
    if (!isWithin || (this.#link && this.#link.from < this.#offset)) {
      const link = findFirstLink(rest);
      this.#link = link && { ...link, from: link.from + this.#offset, to: link.to + this.#offset };
    }
  }

  /** The next link, with offsets from the current position. */
  get link(): FoundLink | undefined {
    const { from, to, href } = this.#link ?? {};
    return from === undefined || to === undefined || href === undefined
      ? undefined
      : { from: from - this.#offset, to: to - this.#offset, href };
  }

  /** The text before the position in its line. */
  get lineBefore(): string {
    return this.#text.slice(this.#text.lastIndexOf('\n', this.#offset - 1) + 1, this.#offset);
  }
}

const addressExtension = (position: Position): TokenizerAndRendererExtension => ({
  name: 'address',
  level: 'inline',
  // Marked drops one sign between the tokenizer and this
  start: () => (position.link ? position.link.from - 1 : undefined),
  tokenizer(source) {
    position.moveTo(source);
    const { link } = position;
    return link?.from === 0 && !this.lexer.state.inLink
      ? { type: 'address', raw: source.slice(0, link.to), href: link.href }
      : undefined;
  },
  renderer: ({ raw, href }) => `<a href="${escapeAttribute(href)}">${escapeHtml(raw)}</a>`,
});

/** Identifiers between double underscores, which Markdown would make bold. */
const codeName: TokenizerAndRendererExtension = {
  name: 'codeName',
  level: 'inline',
  start: (source) => {
    const at = source.indexOf('__');
    return at < 0 ? undefined : at;
  },
  tokenizer(source) {
    const raw = /^__[a-z0-9]\w*?__(?!\w)/i.exec(source)?.[0];
    return raw === undefined ? undefined : { type: 'codeName', raw };
  },
  renderer: ({ raw }) => raw,
};

/** A backslash escapes these everywhere: emphasis, links, addresses in <>, stickers. */
const ESCAPED = /^\\(?:[*_~`]|\[[^\n]{0,200}\][([]|<(?:https?:|[^\s<>]{1,80}@)|:[a-z]{1,20}:)/;
/** Escapes at the beginning of a line: lists, headings, quotes. */
const ESCAPED_AT_START = /^\\[#>+=-]/;

/** Before other signs a backslash is part of a path or a pattern. */
const isEscape = (source: string, lineBefore: string): boolean =>
  ESCAPED.test(source) ||
  (lineBefore.trim() === '' && ESCAPED_AT_START.test(source)) ||
  (/^\s*\d{1,3}$/.test(lineBefore) && /^\\[.)]/.test(source));

/**
 * Disables Markdown for ordinary text: one tilde (9:00~18:00), products (a*b*c), lists that begin
 * with a year, dashes below a text, prompts (>>>), paths. Unused definitions remain text.
 */
const createTokenizer = (message: string, position: Position): TokenizerObject => ({
  ...cjkEmphasis,
  del: (source) => (source.startsWith('~~') ? false : undefined),
  escape: (source) => (isEscape(source, position.lineBefore) ? false : undefined),
  br: (source) => (source.startsWith('\\') ? undefined : false),
  list: (source) => (/^ {0,3}\d{4,}[.)]/.test(source) ? undefined : false),
  lheading: () => undefined,
  blockquote: (source) => (/^ {0,3}>>>/.test(source) ? undefined : false),
  url: () => undefined, // addressExtension() finds them
  def(source) {
    const label = /^ {0,3}(\[[^\]\n]+\]):/.exec(source)?.[1]?.toLowerCase();
    const references = label === undefined ? 0 : message.toLowerCase().split(label).length - 2;
    return references > 0 ? false : undefined;
  },
});

function createMarked(message: string, people: MentionedUsers): Marked {
  const position = new Position();
  return new Marked({
    gfm: true,
    breaks: true,
    tokenizer: createTokenizer(message, position),
    // must be first: the others may need the position
    extensions: [
      addressExtension(position),
      sticker,
      codeName,
      ...(people.size > 0 ? [mentionExtension(people)] : []),
    ],
    renderer: {
      html({ text, block }) {
        const shown = escapeHtml(text.trimEnd());
        return block ? `<p>${shown.replaceAll('\n', '<br>')}</p>` : shown;
      },
      text(token) {
        // shows entities as typed
        return 'tokens' in token && token.tokens
          ? this.parser.parseInline(token.tokens)
          : escapeHtml(preserveSpaces(token.text));
      },
    },
  });
}

export const markdownToHtml = (source: string, people: MentionedUsers = new Map()): string =>
  createMarked(source, people).parse(source, { async: false }).trim();
