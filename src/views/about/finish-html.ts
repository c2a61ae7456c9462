import { CAPTCHA_LIFETIME_SECONDS } from '#contracts/captcha-rules.ts';
import {
  ADDRESS_RETENTION_DAYS,
  COMMENT_EDIT_SECONDS,
  DELETION_DELAY_DAYS,
  EXPORT_RETENTION_DAYS,
  MAIL_LOG_RETENTION_DAYS,
  MAX_BOOKMARKS,
  MAX_COMMENT_CHARACTERS,
  MAX_DRAFTS,
  MAX_MESSAGE_CHARACTERS,
  MAX_NICKNAME_CHARACTERS,
  MAX_POLL_DAYS,
  MAX_POLL_OPTIONS,
  MAX_STORED_READS,
  MAX_UPLOAD_BYTES,
  MAX_WATCHED,
  MIN_NICKNAME_CHARACTERS,
  NEWCOMER_HOURS,
  NEWCOMER_POSTS,
  REPLIES_PER_PAGE,
  RESTORE_WINDOW_SECONDS,
  SESSION_IDLE_SECONDS,
  SESSION_MAX_SECONDS,
  SIGN_IN_RETENTION_DAYS,
  TOKEN_REQUIREMENTS,
  VIEW_WINDOW_SECONDS,
} from '#contracts/limits.ts';
import type { Root } from '#contracts/paths.ts';
import { GUIDE_PICTURE_SIZE } from './guide-pictures.ts';

/*
 * Expands our additions to Markdown: `{name}` is a number from the settings, a final `{#id}` the
 * heading's id, and `~/` at the start of a link the site's root.
 */

const DAY_SECONDS = 86_400;
/** Numbers of the settings, by their names in braces. */
const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    readsKept: MAX_STORED_READS,
    messageCharacters: MAX_MESSAGE_CHARACTERS,
    commentCharacters: MAX_COMMENT_CHARACTERS,
    commentMinutes: COMMENT_EDIT_SECONDS / 60,
    nicknameMin: MIN_NICKNAME_CHARACTERS,
    nicknameMax: MAX_NICKNAME_CHARACTERS,
    drafts: MAX_DRAFTS,
    bookmarks: MAX_BOOKMARKS,
    watched: MAX_WATCHED,
    pollOptions: MAX_POLL_OPTIONS,
    pollDays: MAX_POLL_DAYS,
    pictureMegabytes: MAX_UPLOAD_BYTES / 1024 / 1024,
    repliesPerPage: REPLIES_PER_PAGE,
    restoreMinutes: RESTORE_WINDOW_SECONDS / 60,
    newcomerHours: NEWCOMER_HOURS,
    newcomerPosts: NEWCOMER_POSTS,
    tokenDays: TOKEN_REQUIREMENTS.days,
    tokenPosts: TOKEN_REQUIREMENTS.posts,
    addressDays: ADDRESS_RETENTION_DAYS,
    signInDays: SIGN_IN_RETENTION_DAYS,
    exportDays: EXPORT_RETENTION_DAYS,
    mailDays: MAIL_LOG_RETENTION_DAYS,
    deletionDays: DELETION_DELAY_DAYS,
    viewMinutes: VIEW_WINDOW_SECONDS / 60,
    captchaMinutes: CAPTCHA_LIFETIME_SECONDS / 60,
    sessionIdleDays: SESSION_IDLE_SECONDS.site / DAY_SECONDS,
    sessionMaxDays: SESSION_MAX_SECONDS.site / DAY_SECONDS,
  }),
);

const fillNumbers = (html: string): string =>
  html.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = NUMBERS.get(name);
    if (value === undefined) throw new Error(`No setting is called ${name}`);
    return String(value);
  });

/** Gives headings ids that are equal in every language: the admin area links to them. */
function nameHeading(part: string): string {
  const [start, end] = [part.indexOf('>') + 1, part.indexOf('</h')];
  const [text = '', id] = part.slice(start, end).split('{#');
  if (!/^<h[23]/.test(part) || id === undefined) return part;
  return `${part.slice(0, 3)} id="${id.replace('}', '')}">${text.trim()}${part.slice(end)}`;
}

const nameHeadings = (html: string): string =>
  html
    .split(/(?=<h[23])/)
    .map(nameHeading)
    .join('');

const rootLinks = (html: string, root: Root): string =>
  html.replaceAll('href="~/', `href="/${root}/`);

const PICTURE_ATTRIBUTES = [
  `width="${GUIDE_PICTURE_SIZE.width}" height="${GUIDE_PICTURE_SIZE.height}"`,
  'loading="lazy" decoding="async"',
].join(' ');
/** Gives pictures sizes, lazy loading, and a link to themselves for phones. */
const placePictures = (html: string): string =>
  html.replace(
    /<img src="([^"<>]+)"([^<>]*)>/g,
    (_, path: string, rest: string) =>
      `<a href="${path}"><img ${PICTURE_ATTRIBUTES} src="${path}"${rest}></a>`,
  );

/** Puts wide tables and code in focusable scroll boxes, as in posts. */
const wrapBlocks = (html: string): string =>
  html
    .replaceAll('<table>', '<div class="wide" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<div class="code"><pre tabindex="0">')
    .replaceAll('</pre>', '</pre></div>');

export const listSections = (html: string): { id: string; title: string }[] =>
  html
    .split('<h2 id="')
    .slice(1)
    .map((part) => ({
      id: part.slice(0, part.indexOf('"')),
      title: part.slice(part.indexOf('>') + 1, part.indexOf('</h2>')).replaceAll('&amp;', '&'),
    }));

/** Throws for an unknown name in braces. */
export const finishHtml = (html: string, root: Root): string =>
  fillNumbers(nameHeadings(rootLinks(placePictures(wrapBlocks(html)), root)));
