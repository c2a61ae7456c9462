/**
 * Limits that users meet. Sizes in characters are grapheme clusters unless the comment says
 * otherwise.
 */
export const MIN_SUBJECT_CHARACTERS = 2;
export const MAX_SUBJECT_CHARACTERS = 80;
/**
 * Characters of HTML that a post may have; its text must not be empty unless it has a picture or a
 * video.
 */
export const MAX_MESSAGE_CHARACTERS = 100_000;
/** Minutes for which a thread can be closed until it opens again: a year. */
export const MAX_CLOSED_MINUTES = 525_600;
/** Minutes of a thread's slow mode: a day. */
export const MAX_SLOW_MINUTES = 1_440;
/** Targets of one moderation action. */
export const MAX_ACTION_TARGETS = 100;
/** Pages of a thread in one call for their withheld replies. */
export const MAX_PAGES_PER_REQUEST = 50;
/** Characters of a moderator's reason. */
export const MAX_REASON_CHARACTERS = 500;
/** Characters of a note of moderators on a user. */
export const MAX_USER_NOTE_CHARACTERS = 1_000;
export const MAX_COMMENT_CHARACTERS = 2_000;
/** What a user may have chosen to watch or to mute. */
export const MAX_WATCHED = 5_000;
/** Threads in which it is kept how far somebody has read; those that weren't opened longest go. */
export const MAX_READS_KEPT = 10_000;
/** Threads whose reading is noted by one call. */
export const MAX_READ_THREADS = 50;
/** Posts that a user may have bookmarked. */
export const MAX_BOOKMARKS = 5_000;
/** Characters of the note of a bookmark. */
export const MAX_BOOKMARK_NOTE_CHARACTERS = 500;
/** Days until the latest reminder of a bookmark. */
export const MAX_REMINDER_DAYS = 366;
/** Drafts that a user may have. */
export const MAX_DRAFTS = 100;
/** Characters of HTML that a letter may have. */
export const MAX_LETTER_CHARACTERS = 10_000;
export const MIN_NICKNAME_CHARACTERS = 2;
export const MAX_NICKNAME_CHARACTERS = 20;
export const MAX_DESCRIPTION_CHARACTERS = 160;
export const MAX_TOKEN_NAME_CHARACTERS = 40;
/** Scopes of personal access tokens (R43). A browser session has all of them. */
export const TOKEN_SCOPES = ['read', 'write', 'moderate'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
/** Days that a personal access token may work; 0 is until it is revoked. */
export const TOKEN_LIFETIME_DAYS = [30, 90, 365, 0] as const;
/** Replies on a published page of a thread. */
export const REPLIES_PER_PAGE = 20;
export const MAX_PAGE_SIZE = 100;
/** Milliseconds after a reply was answered before another one is sent (R15). */
export const REPLY_COOLDOWN_MS = 200;
/** Seconds in which authors can restore a reply that they deleted. */
export const RESTORE_WINDOW_SECONDS = 600;
/** Seconds in which authors can edit a comment. */
export const COMMENT_EDIT_SECONDS = 600;
/** Seconds in which a visitor's second view of a thread isn't counted. */
export const VIEW_WINDOW_SECONDS = 600;
/** CSS pixels of the widest window that gets the phone's site (R12). */
export const MAX_PHONE_WIDTH = 980;
export const MIN_POLL_OPTIONS = 2;
export const MAX_POLL_OPTIONS = 20;
export const MAX_POLL_OPTION_CHARACTERS = 80;
export const MAX_POLL_QUESTION_CHARACTERS = 80;
export const MAX_POLL_DAYS = 365;
/** Bytes of one uploaded picture. */
export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024;
/** Seconds after which an unused session ends. */
export const SESSION_IDLE_SECONDS = { site: 30 * 24 * 3_600, admin: 12 * 3_600 } as const;
/** Seconds after which a session ends even if it is used, and the user logs in again. */
export const SESSION_MAX_SECONDS = { site: 180 * 24 * 3_600, admin: 12 * 3_600 } as const;
/**
 * Days for which the log of sign-ins and refusals is kept: long enough to look at it after a
 * holiday.
 */
export const SIGN_INS_KEPT_DAYS = 90;
/** Days between the order to delete an account and its deletion; until then it is revoked. */
export const DELETION_DELAY_DAYS = 14;
/** Days for which an archive of somebody's data can be fetched. */
export const EXPORT_KEPT_DAYS = 7;
/** Days after which the addresses from which somebody wrote, joined and logged in are deleted. */
export const ADDRESSES_KEPT_DAYS = 90;
/**
 * What an account needs before it may have personal access tokens; moderators and administrators
 * always may.
 */
export const TOKEN_REQUIREMENTS = { days: 3, posts: 5 } as const;
/** What is written adds to its author's credits, which decide their level. */
export const CREDITS_PER_THREAD = 5;
export const CREDITS_PER_REPLY = 2;
/** An account is a newcomer's for so many hours, and until it has so many posts. */
export const NEWCOMER_HOURS = 24;
export const NEWCOMER_POSTS = 3;
/**
 * What a newcomer (captcha/risk.ts) may write in an hour and in a day, whether a captcha was solved
 * for it or a token is used. mention: people named in what is written, each once in a message.
 */
export const NEWCOMER_BUDGETS = {
  thread: { hour: 3, day: 6 },
  reply: { hour: 20, day: 60 },
  comment: { hour: 20, day: 60 },
  letter: { hour: 5, day: 15 },
  mention: { hour: 10, day: 30 },
} as const;
/** Days for which it is known which letters were sent. */
export const MAIL_LOG_KEPT_DAYS = 90;

/** Threads of which a browser is told when they change. */
export const MAX_FOLLOWED_THREADS = 20;

/* What calls say of themselves. */

/** Pixels of an avatar, which is square. */
export const AVATAR_PIXELS = 256;
/** Personal access tokens that somebody may have in use. */
export const MAX_TOKENS_PER_USER = 20;
/** Pictures in one call. */
export const MAX_UPLOADS_PER_REQUEST = 10;
/** Sign-ins that are listed at once, to their owner and to administrators. */
export const MAX_SIGN_INS_LISTED = 50;
/** Bytes of a raw report about a letter that came back. */
export const MAX_MAIL_REPORT_BYTES = 256 * 1024;
/** Hits of a search that can be paged through. */
export const MAX_HITS = 1_000;

/* The admin area. */

/** Bytes of a configuration entry: forty cards, of six texts each. */
export const MAX_CONFIG_BYTES = 512 * 1024;
/** Rows of a table that are counted; it says when there are more. */
export const MAX_COUNTED_ROWS = 10_000;
