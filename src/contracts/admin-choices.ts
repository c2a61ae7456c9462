import { REPORT_KINDS, type ReportKind } from './report-kinds.ts';

/* Values that admin screens import and contracts/wire/ builds schemas from. */

export const REPORT_TABS = ['open', 'mine', 'handled', 'all'] as const;
export const REPORT_KIND_CODES = REPORT_KINDS.map((kind) => kind.type) as [
  ReportKind,
  ...ReportKind[],
];
export const CONTENT_STATES = ['normal', 'waiting', 'hidden', 'deleted'] as const;
export type ContentState = (typeof CONTENT_STATES)[number];
export const CONTENT_KINDS = ['thread', 'reply'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
/** Targets with a number. */
export const LOG_TARGETS = ['thread', 'post', 'comment', 'user', 'forum'] as const;
/** First parts of act names. */
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

export const USER_STATES = ['banned', 'warned'] as const;
/** Days since joining. */
export const JOINED_DAYS = ['1', '7', '30', '365'] as const;

export const ACCESSES = ['public', 'members', 'groups'] as const;
/** Maximum characters of the texts of sections, forums and themes. */
export const MAX_FORUM_TEXTS = {
  name: 30,
  brief: 200,
  announcement: 500,
  template: 5_000,
} as const;
export const MAX_THEME_NAME_CHARACTERS = 20;
/** A forum's name in addresses of files and feeds, up to MAX_SLUG_CHARACTERS. */
export const SLUG_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
export const MAX_SLUG_CHARACTERS = 40;

export const WORD_ACTIONS = ['ban', 'review', 'replace'] as const;
export type WordAction = (typeof WORD_ACTIONS)[number];
/** Lines per call, and characters per word. */
export const MAX_WORDS_PER_REQUEST = 1_000;
export const MAX_WORD_CHARACTERS = 60;
/** Length of a text on which administrators try words. */
export const MAX_TRIED_TEXT_CHARACTERS = 20_000;

export const TOKEN_STATES = ['works', 'expired', 'revoked'] as const;

export const DASHBOARD_PERIOD_DAYS = [7, 30, 90] as const;

/** Rights of a group's members. */
export const MEMBER_RIGHTS = [
  'allow_read',
  'allow_thread',
  'allow_post',
  'allow_attach',
  'allow_down',
] as const;
/** Rights of a forum's moderators, only for the moderators' group. */
export const MODERATOR_RIGHTS = [
  'allow_top',
  'allow_update',
  'allow_delete',
  'allow_move',
  'allow_ban_user',
] as const;
/** Unused here: clients of the deployed forum show or hide buttons by them. */
export const UNENFORCED_RIGHTS = ['allow_view', 'allow_delete_user'] as const;
export const GROUP_RIGHTS = [...MEMBER_RIGHTS, ...MODERATOR_RIGHTS, ...UNENFORCED_RIGHTS] as const;
export type GroupRight = (typeof GROUP_RIGHTS)[number];
/** Have every right regardless of their columns, so that nobody can lock everybody out. */
export const ADMIN_GROUP_IDS: readonly number[] = [10_000, 10_001];
export const MODERATOR_GROUP_ID = 20;
/** Groups with fixed numbers: newcomers, forum moderators, staff, administrators. */
const BUILT_IN_GROUP_IDS: readonly number[] = [10, MODERATOR_GROUP_ID, 30, ...ADMIN_GROUP_IDS];
/** Custom groups can be deleted. */
export const isCustomGroup = (id: number): boolean => !BUILT_IN_GROUP_IDS.includes(id);
