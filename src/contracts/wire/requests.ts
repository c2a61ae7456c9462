import { z } from 'zod';
import { AUTHOR_HOLD_REASONS } from '../hold-reasons.ts';
import { THREAD_LANGUAGES } from '../language.ts';
import { MAX_MESSAGE_CHARACTERS } from '../limits.ts';
import { coercedInt, dataReply, int, namedObject, subjectText } from './field-types.ts';
import { reasonFields } from './moderation.ts';
import { PostWire, ThreadBriefWire } from './post.ts';
import { CommentWire, PollWire } from './thread.ts';

/* Members' requests. domain/ checks users' rules (length, repetition…). */

const id = coercedInt(1);
/** A size guard before other checks; the users' limit is MAX_MESSAGE_CHARACTERS. */
const message = z.string().max(MAX_MESSAGE_CHARACTERS * 4);
/** Proof of a solved captcha, if required. */
const captchaSolution = z.string().max(4000).nullish();
const mentionedUserIds = z.array(id).max(50).nullish();

export const NewPollWire = namedObject('NewPoll', {
  question: z.string().max(200).default(''),
  options: z.array(z.string().max(300)).max(50),
  maxchoices: coercedInt().default(1),
  poll_day: coercedInt().default(7),
  visible: coercedInt().default(1),
  /** 1: voters may change their choice while the poll is open. */
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
  /** From /v1/thread/source; if the thread has changed since, the call returns `conflict`. */
  revision: coercedInt(0).nullish(),
  ...reasonFields,
});

/** Why the new content is pending review; null if it isn't, or for an older reason. */
const holdReason = z.enum(AUTHOR_HOLD_REASONS).nullable();

export const CreatedThreadReplyWire = dataReply(
  'WrittenThread',
  ThreadBriefWire.extend({ hold_reason: holdReason }),
);

const EditedThreadWire = z.object({ checked: int, hold_reason: holdReason });
export type EditedThreadWire = z.infer<typeof EditedThreadWire>;
export const EditedThreadReplyWire = dataReply('EditedThreadReply', EditedThreadWire);

/** The thread's first post as sent, for the editor. */
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
  /** The caller's draft, deleted in the same transaction unless another device changed it. */
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
    /** Page index in /v1/thread/post/list for page_size, or its default of 10. */
    offset: int,
    storey: int,
    /** 0: pending review, visible only to the author. */
    checked: int,
    hold_reason: holdReason,
    /** As in /v1/thread/post/list, for with_post=1; else null, also for a withheld thread. */
    post: PostWire.nullable(),
  }),
);

/** err_payload of `repeat`: the identical post, or the one with the same key. */
export const RepeatedPostWire = z.object({
  id: int,
  thread_id: int,
  storey: int,
  checked: int,
  /** In seconds. */
  age: z.number(),
  /** 1: written with the same Idempotency-Key. */
  same_key: int.optional(),
});
export type RepeatedPostWire = z.infer<typeof RepeatedPostWire>;
/** err_payload of `merged`: the target thread. */
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

/** The quoted reply of a draft, with its shown parts. */
export const DraftQuoteWire = namedObject('DraftQuote', {
  post_id: id,
  user_id: id,
  floor: coercedInt(0),
  nickname: z.string().max(200),
  text: z.string().max(1000),
});
export type DraftQuoteWire = z.infer<typeof DraftQuoteWire>;

/** All fields are optional; 0 means absent. */
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
  /** For an edited thread: the base revision. */
  revision: coercedInt(0).nullish(),
  /** `updated_at` of the base version, or ''. Preserves another device's newer text. */
  base: z.string().max(40).nullish(),
  /** Any id of the device or tab, the same for each save. */
  writer: z.string().max(40).nullish(),
  /** Seconds since the last keystroke. */
  age: z.number().min(0).max(1e9).nullish(),
});
export const SavedDraftReplyWire = dataReply(
  'SavedDraftReply',
  z.object({ id: int, updated_at: z.string() }),
);
