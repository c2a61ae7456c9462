/** Limits for users. Characters are grapheme clusters unless stated otherwise. */
export const MIN_SUBJECT_CHARACTERS = 2;
export const MAX_SUBJECT_CHARACTERS = 80;
/** Characters of a post's HTML; its text must not be empty unless it has a picture or a video. */
export const MAX_MESSAGE_CHARACTERS = 100_000;
/** A year. */
export const MAX_CLOSED_MINUTES = 525_600;
/** A day. */
export const MAX_SLOW_MINUTES = 1_440;
export const MAX_ACTION_TARGETS = 100;
/** Pages of a thread in one call for withheld replies. */
export const MAX_PAGES_PER_REQUEST = 50;
export const MAX_REASON_CHARACTERS = 500;
export const MAX_USER_NOTE_CHARACTERS = 1_000;
export const MAX_COMMENT_CHARACTERS = 2_000;
/** Watched or muted items of a user. */
export const MAX_WATCHED = 5_000;
/** Threads with stored reading progress; those opened longest ago are deleted. */
export const MAX_STORED_READS = 10_000;
export const MAX_READ_THREADS = 50;
export const MAX_BOOKMARKS = 5_000;
export const MAX_BOOKMARK_NOTE_CHARACTERS = 500;
export const MAX_REMINDER_DAYS = 366;
export const MAX_DRAFTS = 100;
/** Characters of a private message's HTML. */
export const MAX_LETTER_CHARACTERS = 10_000;
export const MIN_NICKNAME_CHARACTERS = 2;
export const MAX_NICKNAME_CHARACTERS = 20;
export const MAX_DESCRIPTION_CHARACTERS = 160;
export const MAX_TOKEN_NAME_CHARACTERS = 40;
/** Scopes of personal access tokens (R43). A browser session has all of them. */
export const TOKEN_SCOPES = ['read', 'write', 'moderate'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];
/** Lifetimes of personal access tokens; 0 is until revoked. */
export const TOKEN_LIFETIME_DAYS = [30, 90, 365, 0] as const;
export const REPLIES_PER_PAGE = 20;
export const MAX_PAGE_SIZE = 100;
/** Delay after a reply's answer before the next is sent (R15). */
export const REPLY_COOLDOWN_MS = 200;
/** Authors can restore a reply that they deleted within this time. */
export const RESTORE_WINDOW_SECONDS = 600;
/** Authors can edit a comment within this time. */
export const COMMENT_EDIT_SECONDS = 600;
/** A visitor's repeated view of a thread isn't counted. */
export const VIEW_WINDOW_SECONDS = 600;
/** CSS pixels of the widest window that gets the phone's site (R12). */
export const MAX_PHONE_WIDTH = 980;
export const MIN_POLL_OPTIONS = 2;
export const MAX_POLL_OPTIONS = 20;
export const MAX_POLL_OPTION_CHARACTERS = 80;
export const MAX_POLL_QUESTION_CHARACTERS = 80;
export const MAX_POLL_DAYS = 365;
export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024;
export const SESSION_IDLE_SECONDS = { site: 30 * 24 * 3_600, admin: 12 * 3_600 } as const;
/** After this a used session ends too, and the user logs in again. */
export const SESSION_MAX_SECONDS = { site: 180 * 24 * 3_600, admin: 12 * 3_600 } as const;
/** The log of sign-ins and refusals covers a holiday. */
export const SIGN_IN_RETENTION_DAYS = 90;
/** Until then the deletion can be revoked. */
export const DELETION_DELAY_DAYS = 14;
/** Days for which a data archive can be downloaded. */
export const EXPORT_RETENTION_DAYS = 7;
/** Days until IP addresses of posts, registrations and logins are deleted. */
export const ADDRESS_RETENTION_DAYS = 90;
/** For personal access tokens; moderators and administrators are exempt. */
export const TOKEN_REQUIREMENTS = { days: 3, posts: 5 } as const;
/** Credits of authors, which determine their level. */
export const CREDITS_PER_THREAD = 5;
export const CREDITS_PER_REPLY = 2;
/** An account is a newcomer's for these hours and until it has these posts. */
export const NEWCOMER_HOURS = 24;
export const NEWCOMER_POSTS = 3;
/**
 * Limits of newcomers (captcha/risk.ts) per hour and day, even with a captcha or a token. mention:
 * mentioned people, each once per message.
 */
export const NEWCOMER_BUDGETS = {
  thread: { hour: 3, day: 6 },
  reply: { hour: 20, day: 60 },
  comment: { hour: 20, day: 60 },
  letter: { hour: 5, day: 15 },
  mention: { hour: 10, day: 30 },
} as const;
export const MAIL_LOG_RETENTION_DAYS = 90;

/** Threads whose changes a browser receives. */
export const MAX_FOLLOWED_THREADS = 20;

/** Pixels; an avatar is square. */
export const AVATAR_PIXELS = 256;
/** Active personal access tokens of a user. */
export const MAX_TOKENS_PER_USER = 20;
export const MAX_UPLOADS_PER_REQUEST = 10;
export const MAX_SIGN_INS_LISTED = 50;
/** Raw report about a bounced mail. */
export const MAX_MAIL_REPORT_BYTES = 256 * 1024;
/** Hits of a search that can be paged through. */
export const MAX_HITS = 1_000;

/** Forty cards of six texts each. */
export const MAX_CONFIG_BYTES = 512 * 1024;
/** Characters of searches in the admin area. */
export const MAX_QUICK_SEARCH_CHARACTERS = 60;
export const MAX_TABLE_SEARCH_CHARACTERS = 100;
/** Characters of a table's filter by a person's name. */
export const MAX_PERSON_FILTER_CHARACTERS = 40;
/** Rows counted in a table, which shows if there are more. */
export const MAX_COUNTED_ROWS = 10_000;
