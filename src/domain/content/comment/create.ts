import { AppError } from '#contracts/errors.ts';
import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import { MAX_COMMENT_CHARACTERS } from '#contracts/limits.ts';
import type { NotificationKind } from '#contracts/notifications.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';
import { notifyModerators } from '../../delivery/notification/notify-moderators.ts';
import {
  notifyRecipientsSql,
  type Recipients,
  toRecipients,
} from '../../delivery/notification/notify-users.ts';
import { prepareNewMessage } from '../../message/prepare.ts';
import { readWordFilter, wordListVersionSql } from '../../message/read-word-filter.ts';
import { toSanitizePolicy } from '../../message/sanitize-policy.ts';
import type { WritingGate } from '../../message/writing-gate.ts';
import { forumReadableSql, type MayModerate } from '../../shared/forum-access.ts';
import { getCommentPageTags } from '../../shared/page-tags.ts';
import { toReaderGroupId } from '../../shared/viewer.ts';
import { isShownSql } from '../../shared/visibility.ts';
import { storeKeySql } from '../../shared/write-once.ts';
import {
  claimContentSql,
  insertOrExplain,
  LATEST_CONTENTS,
  REPEAT_WINDOW_SQL,
  releaseContentSql,
  type StoredMessage,
} from '../post/claim-content.ts';
import { MAX_MENTIONS } from '../post/notify.ts';
import type { PostAuthor } from '../post/post-author.ts';
import { requireSlowModePause } from '../thread/slow-mode.ts';

export interface NewComment {
  postId: number;
  message: string;
  /** Mentioned users. */
  mentions?: readonly number[] | undefined;
  gate?: WritingGate | undefined;
  /** Idempotency key. */
  key?: string | undefined;
}

interface CommentContext {
  threadId: number;
  postAuthor: number;
  shown: boolean;
  forumId: number;
  closed: boolean;
  slowMinutes: number;
  allowed: boolean;
  config: unknown;
  configVersion: number | null;
  wordsVersion: string;
}

const readCommentContext = statement<CommentContext, { postId: number; reader: number | null }>(`
  select
    p.thread_id as "threadId",
    p.user_id as "postAuthor",
    ${isShownSql('p')} and ${isShownSql('t')} as shown,
    t.forum_id as "forumId",
    t.closed,
    t.slow_minutes as "slowMinutes",
    ${forumReadableSql('f', ':reader')} as allowed,
    c.value as config,
    c.version as "configVersion",
    ${wordListVersionSql} as "wordsVersion"
  from post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = p.forum_id
  left join config_entry c on c.field = 'iframe_allow'
  where p.id = :postId`);

/** The same text under another post is no repetition. */
const COMMENT_HASH = `:postId::int || ':' || :contentHash`;
/** The locked post; no row if it isn't shown. */
const LOCK_POST = `
  select id
  from post
  where id = :postId::int and ${isShownSql('post')}
  for no key update`;
const UPDATE_POST = `
  update post
  set comments_cnt = comments_cnt + :checked::bool::int
  from fresh
  where post.id = :postId::int
  returning post.id, thread_id, forum_id, floor, featured`;
const INSERT_COMMENT = `
  insert into comment (
    post_id,
    thread_id,
    user_id,
    source,
    html,
    policy,
    excerpt,
    content_hash,
    created_ip,
    checked
  )
  select
    id,
    thread_id,
    :userId,
    :source,
    :html,
    :policy,
    :excerpt,
    :contentHash,
    :ip,
    :checked
  from changed
  returning id`;
/** Queues a comment for review. */
const INSERT_HELD = `
  insert into held (comment_id, reason, receivers, kinds)
  select id, :held, :receiverIds::int[], :receiverKinds::text[]
  from written
  where not :checked`;
const NOTIFY_RECIPIENTS = notifyRecipientsSql('changed, written', {
  thread: 'changed.thread_id',
  forum: 'changed.forum_id',
  post: 'changed.id',
  comment: 'written.id',
});

const insertComment = statement<
  { id: number; threadId: number; forumId: number; floor: number; featured: boolean },
  StoredMessage &
    Recipients & {
      postId: number;
      userId: number;
      ip: string;
      checked: boolean;
      held: string;
      key: string | null;
    }
>(`
  with shown_post as (${LOCK_POST}),
  fresh as (${claimContentSql(COMMENT_HASH, 'shown_post')}),
  changed as (${UPDATE_POST}),
  written as (${INSERT_COMMENT}),
  pending as (${INSERT_HELD}),
  stored_key as (${storeKeySql('comment', 'id', 'written')}),
  ${NOTIFY_RECIPIENTS}
  select written.id, thread_id as "threadId", forum_id as "forumId", floor, featured
  from written, changed`);

/** The earlier comment with this content; without one the content may be written again. */
const findRepeatedComment = statement<
  { id: number; post_id: number; thread_id: number },
  { userId: number; postId: number; contentHash: string }
>(`
  with earlier as (
    select id, post_id, thread_id
    from (
      select *
      from comment
      where user_id = :userId
      order by id desc
      limit ${LATEST_CONTENTS}
    ) lately
    where post_id = :postId::int
      and content_hash = :contentHash
      and created_at >= now() - ${REPEAT_WINDOW_SQL}
    order by id desc
    limit 1
  ),
  released as (${releaseContentSql(COMMENT_HASH)})
  select * from earlier`);

/** Users to notify, each once: mentioned users, then the post's author. Never the author. */
function getUsersToNotify(
  author: number,
  postAuthor: number,
  mentions: readonly number[],
): Recipients {
  const mentioned = [...new Set(mentions)]
    .filter((id) => id !== author && id !== postAuthor)
    .slice(0, MAX_MENTIONS);
  const kindByUserId = new Map<number, NotificationKind>();
  if (postAuthor !== author) kindByUserId.set(postAuthor, 'comment');
  for (const id of mentioned) kindByUserId.set(id, 'mention');
  return toRecipients(kindByUserId);
}

/** Throws notFound, notAcceptable (the post isn't shown), forbidden, closed. */
function requireOpen(context: CommentContext | undefined): CommentContext {
  if (!context) throw new AppError('notFound');
  if (!context.shown) throw new AppError('notAcceptable');
  if (!context.allowed) throw new AppError('forbidden');
  if (context.closed) throw new AppError('closed');
  return context;
}

export interface WrittenComment {
  id: number;
  threadId: number;
  /** Why it is pending review; undefined if published. */
  holdReason: AuthorHoldReason | undefined;
  /** src of removed frames (R13). */
  removedFrames: string[];
}

/**
 * Adds a comment with counter, notifications and invalidations. While pending review it is shown
 * nowhere. Throws as requireOpen, and slowMode, length, repeat, verify.
 */
export async function createComment(
  db: Db,
  site: { host: string },
  author: PostAuthor,
  comment: NewComment,
  mayModerate: MayModerate,
): Promise<WrittenComment> {
  const readContext = async () => {
    const [context] = await readCommentContext(db, {
      postId: comment.postId,
      reader: toReaderGroupId(author),
    });
    return requireOpen(context);
  };
  const context = await readContext();
  const requirePause = await requireSlowModePause(
    db,
    { ...context, userId: author.userId },
    mayModerate,
  );
  const policy = toSanitizePolicy(context.config, context.configVersion, site.host);
  const message = await prepareNewMessage(db, comment.message, policy, {
    writer: author,
    gate: comment.gate,
    maxLength: MAX_COMMENT_CHARACTERS,
    wordFilter: await readWordFilter(db, context.wordsVersion),
  });
  const checked = message.holdReason === undefined;
  const row: Parameters<typeof insertComment>[1] = {
    ...message,
    ...getUsersToNotify(author.userId, context.postAuthor, [
      ...(comment.mentions ?? []),
      ...message.mentions,
    ]),
    postId: comment.postId,
    userId: author.userId,
    ip: author.ip,
    checked,
    held: message.holdReason ?? '',
    key: comment.key ?? null,
  };
  const insert = () =>
    inTransaction(db, async (tx) => {
      await requirePause?.(tx);
      const [written] = await insertComment(tx, row);
      if (written && checked)
        await invalidate(tx, toInvalidations(urgency.post, ...getCommentPageTags(written)));
      if (written && !checked)
        await notifyModerators(tx, {
          kind: 'reviewQueue',
          forumId: written.forumId,
          exceptIds: [author.userId],
        });
      return written;
    });
  const { id, threadId } = await insertOrExplain({
    insert,
    requireOpen: readContext,
    findRepeated: async () => (await findRepeatedComment(db, row))[0],
  });
  return { id, threadId, holdReason: message.holdReason, removedFrames: message.removedFrames };
}
