import { z } from 'zod';
import { ACTION_RIGHTS, WITHHELD_REASONS } from '../moderation-actions.ts';
import { dataReply, int, namedObject, time } from './field-types.ts';

/* Additional data for moderators. */

const person = z.object({ id: int, nickname: z.string() });

/** Rights of actions, and to edit, from auth/rights.ts. */
export const FORUM_RIGHTS = ['thread.edit', ...ACTION_RIGHTS] as const;
export type ForumRight = (typeof FORUM_RIGHTS)[number];

const rights = {
  rights: z.array(z.enum(FORUM_RIGHTS)),
  /** The caller moderates every forum, and may pin in all. */
  everywhere: z.boolean(),
};

const withheldReason = z.enum(WITHHELD_REASONS);

/** The moderator, time and reason; null if pending review or deleted by the author. */
const withheldBy = z
  .object({ id: int, nickname: z.string(), reason: z.string(), at: time })
  .nullable();

export const WithheldPostWire = namedObject('WithheldPost', {
  kind: z.enum(['reply', 'comment']),
  id: int,
  /** For a comment: its reply. */
  post_id: int,
  storey: int,
  user: person,
  message: z.string(),
  why: withheldReason,
  by: withheldBy,
  created_at: time,
});
export type WithheldPostWire = z.infer<typeof WithheldPostWire>;

export const ModeratedThreadWire = namedObject('ModeratedThread', {
  id: int,
  forum_id: int,
  type_id: int,
  first_post_id: int,
  subject: z.string(),
  user: person,
  /** null: visible to all readers of the forum. */
  why: withheldReason.nullable(),
  by: withheldBy,
  /** Of a withheld thread; else ''. */
  message: z.string(),
  merged_into: int,
  top: int,
  is_top_forum: int,
  is_digest: int,
  is_digest_forum: int,
  is_closed: int,
  /** Slow mode: minutes between two posts of a member; 0: off. */
  slow_minutes: int,
  is_resolved: int,
  /** Ids of featured replies. */
  featured: z.array(int),
  /** Replies of this page and their comments. */
  withheld: z.array(WithheldPostWire),
  ...rights,
});
export type ModeratedThreadWire = z.infer<typeof ModeratedThreadWire>;
export const ModeratedThreadReplyWire = dataReply(
  'ModeratedThreadReply',
  ModeratedThreadWire.nullable(),
);

export const WithheldThreadWire = namedObject('WithheldThread', {
  id: int,
  subject: z.string(),
  user: person,
  why: withheldReason,
  by: withheldBy,
  created_at: time,
});
export type WithheldThreadWire = z.infer<typeof WithheldThreadWire>;
export const ModeratedForumWire = namedObject('ModeratedForum', {
  id: int,
  withheld: z.array(WithheldThreadWire),
  /** Reported posts, and posts pending review. */
  waiting: int,
  ...rights,
});
export type ModeratedForumWire = z.infer<typeof ModeratedForumWire>;
export const ModeratedForumReplyWire = dataReply(
  'ModeratedForumReply',
  ModeratedForumWire.nullable(),
);

export const BanWire = namedObject('Ban', {
  id: int,
  moderator: person,
  reason: z.string(),
  begin_at: time,
  /** null: without end. */
  end_at: time.nullable(),
  hide_thread: int,
  lifted_at: time.nullable(),
  lifted_by: person.nullable(),
  in_force: z.boolean(),
});
export type BanWire = z.infer<typeof BanWire>;
export const ModeratedUserWire = namedObject('ModeratedPerson', {
  ...person.shape,
  may_ban: z.boolean(),
  may_warn: z.boolean(),
  /** The caller may warn this user without a related post. */
  may_warn_generally: z.boolean(),
  warnings_cnt: int,
  /** Latest first, including the current and future ones. */
  bans: z.array(BanWire),
  /** The community's, for ban times without a zone. */
  time_zone: z.string(),
});
export type ModeratedUserWire = z.infer<typeof ModeratedUserWire>;
export const ModeratedUserReplyWire = dataReply('ModeratedPersonReply', ModeratedUserWire);
