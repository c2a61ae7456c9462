import { REPORT_KINDS, type ReportKind } from './report-kinds.ts';

/*
 * What administrators choose among in forms and filters, and the limits of what they type. Screens
 * read these values; the schemas of contracts/wire/ are made of them.
 */

/* Reports, the review queue, content and the action log. */

export const REPORT_TABS = ['open', 'mine', 'handled', 'all'] as const;
export const REPORT_KIND_CODES = REPORT_KINDS.map((kind) => kind.type) as [
  ReportKind,
  ...ReportKind[],
];
export const CONTENT_STATES = ['normal', 'waiting', 'hidden', 'deleted'] as const;
export type ContentState = (typeof CONTENT_STATES)[number];
export const CONTENT_KINDS = ['thread', 'reply'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
/** What an act is about, of what has a number. */
export const LOG_TARGETS = ['thread', 'post', 'comment', 'user', 'forum'] as const;
/** Nouns of acts. */
export const LOG_TARGET_KINDS = [
  'thread',
  'post',
  'comment',
  'user',
  'report',
  'forum',
  'section',
  'theme',
  'config',
  'words',
  'publishing',
  'job',
  'group',
  'token',
] as const;

/* People. */

export const USER_STATES = ['banned', 'warned'] as const;
/** Days since somebody joined. */
export const JOINED_DAYS = ['1', '7', '30', '365'] as const;

/* Forums. */

export const ACCESSES = ['public', 'members', 'groups'] as const;
/** A forum's name in addresses of files and feeds. */
export const SLUG_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;

/* Sensitive words. */

export const WORD_ACTIONS = ['ban', 'review', 'replace'] as const;
export type WordAction = (typeof WORD_ACTIONS)[number];
/** Lines of one call, and characters of a word. */
export const MAX_WORDS_PER_REQUEST = 1_000;
export const MAX_WORD_CHARACTERS = 60;
/** Characters of a text that words are tried on. */
export const MAX_TRIED_TEXT_CHARACTERS = 20_000;

/* Tokens. */

export const TOKEN_STATES = ['works', 'expired', 'revoked'] as const;

/* The dashboard. */

export const DASHBOARD_PERIOD_DAYS = [7, 30, 90] as const;

/* Groups. */

/** What members of the group may do. */
export const MEMBER_RIGHTS = [
  'allow_read',
  'allow_thread',
  'allow_post',
  'allow_attach',
  'allow_down',
] as const;
/** What moderators of a forum may do there: of the moderators' group alone. */
export const MODERATOR_RIGHTS = [
  'allow_top',
  'allow_update',
  'allow_delete',
  'allow_move',
  'allow_ban_user',
] as const;
/**
 * Told to programs of the deployed forum, which show or hide buttons by them: nothing here
 * corresponds to them.
 */
export const UNENFORCED_RIGHTS = ['allow_view', 'allow_delete_user'] as const;
export const GROUP_RIGHTS = [...MEMBER_RIGHTS, ...MODERATOR_RIGHTS, ...UNENFORCED_RIGHTS] as const;
export type GroupRight = (typeof GROUP_RIGHTS)[number];
/** May everything, whatever their columns say: so nobody can lock everybody out. */
export const ADMIN_GROUP_IDS: readonly number[] = [10_000, 10_001];
export const MODERATOR_GROUP_ID = 20;
/**
 * Groups that the product knows by their numbers: arrivals, moderators of a forum, staff,
 * administrators.
 */
const BUILT_IN_GROUP_IDS: readonly number[] = [10, MODERATOR_GROUP_ID, 30, ...ADMIN_GROUP_IDS];
/** The community made it, and may delete it. */
export const isCustomGroup = (id: number): boolean => !BUILT_IN_GROUP_IDS.includes(id);
