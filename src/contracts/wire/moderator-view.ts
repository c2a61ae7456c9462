import { z } from 'zod';
import { ACTION_RIGHTS, WITHHELD_REASONS } from '../moderation-actions.ts';
import { dataReply, int, namedObject, time } from './field-types.ts';

/* What moderators see beside what everybody sees. */

const person = z.object({ id: int, nickname: z.string() });

/** Rights in a forum, as auth/rights.ts names them: those of the actions, and to edit. */
export const FORUM_RIGHTS = ['thread.edit', ...ACTION_RIGHTS] as const;
export type ForumRight = (typeof FORUM_RIGHTS)[number];

const rights = {
  /** What the caller may do in the forum. */
  rights: z.array(z.enum(FORUM_RIGHTS)),
  /** The caller moderates every forum, and may pin in all of them. */
  everywhere: z.boolean(),
};

const withheldReason = z.enum(WITHHELD_REASONS);

/**
 * Who withheld it, when, and the reason that they gave; null for what waits, and for what authors
 * took away themselves.
 */
const withheldBy = z
  .object({ id: int, nickname: z.string(), reason: z.string(), at: time })
  .nullable();

export const WithheldPostWire = namedObject('WithheldPost', {
  kind: z.enum(['reply', 'comment']),
  id: int,
  /** Of a comment, the reply that it stands under. */
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
  /** null: everybody who may read the forum sees it. */
  why: withheldReason.nullable(),
  by: withheldBy,
  /** Of a thread that isn't shown; otherwise ''. */
  message: z.string(),
  merged_into: int,
  top: int,
  is_top_forum: int,
  is_digest: int,
  is_digest_forum: int,
  is_closed: int,
  /** Of its slow mode: minutes between two posts of a member; 0: it has none. */
  slow_minutes: int,
  is_resolved: int,
  /** Numbers of the replies that are featured. */
  featured: z.array(int),
  /** Of the replies on this page, and of the comments under them. */
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
  /** Reported posts, and posts to be reviewed. */
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
  /** null: until somebody lifts it. */
  end_at: time.nullable(),
  hide_thread: int,
  lifted_at: time.nullable(),
  lifted_by: person.nullable(),
  in_force: z.boolean(),
});
export type BanWire = z.infer<typeof BanWire>;
export const ModeratedUserWire = namedObject('ModeratedPerson', {
  ...person.shape,
  /** The caller may ban this person. */
  may_ban: z.boolean(),
  may_warn: z.boolean(),
  /** The caller may warn this person without a post as the occasion. */
  may_warn_generally: z.boolean(),
  warnings_cnt: int,
  /** The latest first; the one in force, or to come, is among them. */
  bans: z.array(BanWire),
  /** The community's: moments without one, as bans take them, are meant in it. */
  time_zone: z.string(),
});
export type ModeratedUserWire = z.infer<typeof ModeratedUserWire>;
export const ModeratedUserReplyWire = dataReply('ModeratedPersonReply', ModeratedUserWire);
