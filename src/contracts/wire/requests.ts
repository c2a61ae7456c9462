import { z } from 'zod';
import { AUTHOR_HOLD_REASONS } from '../hold-reasons.ts';
import { THREAD_LANGUAGES } from '../language.ts';
import { MAX_MESSAGE_CHARACTERS } from '../limits.ts';
import { coercedInt, dataReply, int, namedObject, subjectText } from './field-types.ts';
import { reasonFields } from './moderation.ts';
import { PostWire, ThreadBriefWire } from './post.ts';
import { CommentWire, PollWire } from './thread.ts';

/*
 * What members send. Rules that people break (too long, repeated…) are judged by domain/, with
 * errors that they can read.
 */

const id = coercedInt(1);
/**
 * Refuses what no editor sends, before anything looks at it; the reader's limit is
 * MAX_MESSAGE_CHARACTERS.
 */
const message = z.string().max(MAX_MESSAGE_CHARACTERS * 4);
/** What a solved captcha gave, where one was asked for. */
const captchaSolution = z.string().max(4000).nullish();
const mentionedUserIds = z.array(id).max(50).nullish();

export const NewPollWire = namedObject('NewPoll', {
  question: z.string().max(200).default(''),
  options: z.array(z.string().max(300)).max(50),
  maxchoices: coercedInt().default(1),
  poll_day: coercedInt().default(7),
  visible: coercedInt().default(1),
  /** 1: who has voted may choose anew while the poll is open. */
  changeable: coercedInt().default(0),
});
export type NewPollWire = z.infer<typeof NewPollWire>;

export const NewThreadWire = namedObject('NewThread', {
  forum_id: id,
  type_id: id,
  subject: subjectText,
  message,
  language: z.enum(THREAD_LANGUAGES).default('zh_CN'),
  validate: captchaSolution,
  poll: NewPollWire.nullish(),
});

export const EditThreadWire = namedObject('EditThread', {
  id,
  forum_id: id.nullish(),
  type_id: id.nullish(),
  subject: subjectText,
  message,
  language: z.enum(THREAD_LANGUAGES).nullish(),
  /** Of /v1/thread/source: when the thread was changed since, the call answers `conflict`. */
  revision: coercedInt(0).nullish(),
  ...reasonFields,
});

/** Why the new content waits for review; null: it does not wait, or the reason is older. */
const holdReason = z.enum(AUTHOR_HOLD_REASONS).nullable();

export const CreatedThreadReplyWire = dataReply(
  'WrittenThread',
  ThreadBriefWire.extend({ hold_reason: holdReason }),
);

const EditedThreadWire = z.object({ checked: int, hold_reason: holdReason });
export type EditedThreadWire = z.infer<typeof EditedThreadWire>;
export const EditedThreadReplyWire = dataReply('EditedThreadReply', EditedThreadWire);

/** What the editor of a thread begins with: its first post as it was sent. */
export const ThreadSourceWire = namedObject('ThreadSource', {
  thread_id: int,
  post_id: int,
  user_id: int,
  forum_id: int,
  type_id: int,
  subject: z.string(),
  message: z.string(),
  language: z.enum(THREAD_LANGUAGES),
  revision: int,
  poll_list: PollWire.nullable(),
});
export type ThreadSourceWire = z.infer<typeof ThreadSourceWire>;
export const ThreadSourceReplyWire = dataReply('ThreadSourceReply', ThreadSourceWire);
export type ThreadSourceReplyWire = z.infer<typeof ThreadSourceReplyWire>;

export const NewReplyWire = namedObject('NewReply', {
  thread_id: id,
  forum_id: coercedInt().nullish(),
  message,
  quote_user_id: coercedInt(0).nullish(),
  quote_post_id: coercedInt(0).nullish(),
  user_ids: mentionedUserIds,
  validate: captchaSolution,
  /**
   * The caller's draft of this reply, which is deleted with the same write as by
   * DELETE /v1/thread/draft: not when another device has changed it since.
   */
  draft: z.object({ id, base: z.string().max(40), writer: z.string().max(40) }).nullish(),
});

export const EditReplyWire = namedObject('EditReply', { id, message, ...reasonFields });

export const NewCommentWire = namedObject('NewComment', {
  post_id: id,
  message,
  user_ids: mentionedUserIds,
  validate: captchaSolution,
});

export const EditCommentWire = namedObject('EditComment', { id, message });

export const WrittenCommentReplyWire = dataReply(
  'WrittenComment',
  CommentWire.extend({ hold_reason: holdReason }),
);

export const PostedReplyWire = dataReply(
  'WrittenReply',
  z.object({
    id: int,
    /**
     * Page index of the reply in /v1/thread/post/list, for its usual limit of 10 or for
     * page_size.
     */
    offset: int,
    storey: int,
    /** 0: it waits for review, and its author alone sees it. */
    checked: int,
    hold_reason: holdReason,
    /**
     * The reply as in /v1/thread/post/list, for with_post=1; null without, and when its thread
     * isn't shown any more.
     */
    post: PostWire.nullable(),
  }),
);

/** err_payload of `repeat`: the post that said the same, or that a call with the same key wrote. */
export const RepeatedPostWire = z.object({
  id: int,
  thread_id: int,
  storey: int,
  checked: int,
  /** Seconds since it was written. */
  age: z.number(),
  /** 1: a call with the same Idempotency-Key wrote it. */
  same_key: int.optional(),
});
export type RepeatedPostWire = z.infer<typeof RepeatedPostWire>;
/** err_payload of `merged`: the thread that took the other one in. */
export const MergedIntoWire = z.object({ thread_id: int });
export type MergedIntoWire = z.infer<typeof MergedIntoWire>;

export const PreviewWire = namedObject('Preview', {
  message,
  is_first: coercedInt(0, 1).default(0),
});
export const PreviewReplyWire = dataReply('PreviewReply', z.object({ html: z.string() }));

export const CommentLikeWire = namedObject('CommentLike', { id, on: z.boolean() });
export const LikeWire = namedObject('Like', { id, idtype: z.enum(['tid', 'pid']) });
export const LikeReplyWire = dataReply(
  'LikedReply',
  z.object({ is_up: z.boolean(), like_cnt: int }),
);
export const IdWire = namedObject('Id', { id });
export const FavouriteReplyWire = dataReply(
  'FavouredReply',
  z.object({ is_favorite: z.boolean(), favourite_cnt: int }),
);
export const IdsWire = namedObject('Ids', { ids: z.array(id).max(500) });
export const OwnReactionsReplyWire = namedObject('AmongReply', { code: int, data: z.array(int) });

export const VoteWire = namedObject('Vote', { tid: id, polloptionid: z.array(id).max(100) });

export const NewReportWire = namedObject('NewReport', {
  forum_id: coercedInt().nullish(),
  thread_id: coercedInt().nullish(),
  /** One of these. */
  post_id: id.nullish(),
  comment_id: id.nullish(),
  letter_id: id.nullish(),
  /** A kind's code or number. */
  report_type: z.union([z.string().max(40), z.int().min(1).max(10)]),
  message: z.string().max(4000).nullish(),
});

export const NewLetterWire = namedObject('NewLetter', {
  receive_user_id: id,
  note: message,
  validate: captchaSolution,
});

export const BlockWire = namedObject('Block', { user_id: id, blocked: z.boolean() });

const optionalId = coercedInt(0).nullish();

/** The reply that a draft answers, with what is shown of it. */
export const DraftQuoteWire = namedObject('DraftQuote', {
  post_id: id,
  user_id: id,
  floor: coercedInt(0),
  nickname: z.string().max(200),
  text: z.string().max(1000),
});
export type DraftQuoteWire = z.infer<typeof DraftQuoteWire>;

/** Nothing of it must be there; what is 0 isn't given. */
export const SaveDraftWire = namedObject('SaveDraft', {
  id: optionalId,
  forum_id: optionalId,
  thread_id: optionalId,
  post_id: optionalId,
  type_id: optionalId,
  subject: subjectText.nullish(),
  message: message.nullish(),
  language: z.enum(THREAD_LANGUAGES).nullish(),
  poll: NewPollWire.partial().nullish(),
  quote: DraftQuoteWire.nullish(),
  /** Of a thread that is changed: what it was written from. */
  revision: coercedInt(0).nullish(),
  /**
   * `updated_at` of the version that this was written from, '' for none: what another device
   * wrote meanwhile is kept.
   */
  base: z.string().max(40).nullish(),
  /** Any name of the place where it is written, the same at each save. */
  writer: z.string().max(40).nullish(),
  /** Seconds since it was typed. */
  age: z.number().min(0).max(1e9).nullish(),
});
export const SavedDraftReplyWire = dataReply(
  'SavedDraftReply',
  z.object({ id: int, updated_at: z.string() }),
);
