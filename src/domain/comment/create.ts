import { AppError } from '#contracts/errors.ts';
import { MAX_COMMENT_CHARACTERS } from '#contracts/limits.ts';
import type { NotificationKind } from '#contracts/notifications.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { invalidate, toInvalidations, urgency } from '#publish/invalidation.ts';
import { forumReadableSql } from '../forum/access.ts';
import { prepareNewMessage } from '../message/prepare.ts';
import { readWordFilter, wordListVersionSql } from '../message/read-word-filter.ts';
import { toSanitizePolicy } from '../message/sanitize-policy.ts';
import type { WritingGate } from '../message/writing-gate.ts';
import { type Recipients, toRecipients, wantsKindSql } from '../notification/notify-users.ts';
import { claimContentSql } from '../post/claim-content.ts';
import { MAX_MENTIONS } from '../post/notify.ts';
import { getCommentPageTags } from '../post/page-tags.ts';
import type { PostAuthor } from '../post/post-author.ts';
import { toReaderGroupId } from '../viewer.ts';
import { isShownSql } from '../visibility.ts';

export interface NewComment {
  postId: number;
  /** HTML as the author sent it. */
  message: string;
  /** Users who are mentioned. */
  mentions?: readonly number[] | undefined;
  gate?: WritingGate | undefined;
}

interface CommentContext {
  threadId: number;
  postAuthor: number;
  shown: boolean;
  closed: boolean;
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
    t.closed,
    ${forumReadableSql('f', ':reader')} as allowed,
    c.value as config,
    c.version as "configVersion",
    ${wordListVersionSql} as "wordsVersion"
  from post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = p.forum_id
  left join config_entry c on c.field = 'iframe_allow'
  where p.id = :postId`);

/** The same words are another comment under another post. */
const CLAIM_CONTENT = claimContentSql(`:postId || ':' || :contentHash`);
/** The post counts one more comment; no row when it isn't shown any more. */
const UPDATE_POST = `
  update post
  set comments_cnt = comments_cnt + :checked::bool::int
  from fresh
  where post.id = :postId::int and ${isShownSql('post')}
  returning post.id, thread_id, floor, featured`;
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
/** Puts a comment that waits for review into the queue. */
const INSERT_HELD = `
  insert into held (comment_id, reason, tell, kinds)
  select id, :held, :toldIds::int[], :toldKinds::text[]
  from written
  where not :checked`;
/** Notifies the users of `:toldIds` unless they have switched that kind off. */
const INSERT_NOTIFICATIONS = `
  insert into notification (
    user_id,
    category,
    kind,
    actor_id,
    thread_id,
    post_id,
    comment_id
  )
  select
    someone.id,
    someone.category,
    someone.kind,
    :userId,
    changed.thread_id,
    changed.id,
    written.id
  from changed,
    written,
    unnest(
      :toldIds::int[],
      :toldCategories::smallint[],
      :toldKinds::text[]
    ) as someone(id, category, kind)
  join "user" u on u.id = someone.id
  where :checked and ${wantsKindSql('u', 'someone.kind')}`;

const insertComment = statement<
  { id: number; floor: number; featured: boolean },
  {
    postId: number;
    userId: number;
    source: string;
    html: string;
    policy: number;
    excerpt: string;
    contentHash: string;
    ip: string;
    toldIds: readonly number[];
    toldCategories: readonly number[];
    toldKinds: readonly string[];
    checked: boolean;
    held: string;
  }
>(`
  with fresh as (${CLAIM_CONTENT}),
  changed as (${UPDATE_POST}),
  written as (${INSERT_COMMENT}),
  waits as (${INSERT_HELD}),
  told as (${INSERT_NOTIFICATIONS})
  select written.id, floor, featured
  from written, changed`);

/**
 * Whom a comment concerns, each once: who is mentioned, then the author of the post. Never who
 * writes it.
 */
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

/**
 * Adds a comment to a post, with its counter, notifications and invalidations. A comment that waits
 * for review is shown nowhere. Throws notFound, notAcceptable (the post isn't shown), forbidden,
 * closed, length, repeat, verify.
 */
export async function createComment(
  db: Db,
  site: { host: string },
  author: PostAuthor,
  comment: NewComment,
): Promise<{ id: number; threadId: number; removedFrames: string[] }> {
  const [context] = await readCommentContext(db, {
    postId: comment.postId,
    reader: toReaderGroupId(author),
  });
  if (!context) throw new AppError('notFound');
  if (!context.shown) throw new AppError('notAcceptable');
  if (!context.allowed) throw new AppError('forbidden');
  if (context.closed) throw new AppError('closed');
  const policy = toSanitizePolicy(context.config, context.configVersion, site.host);
  const message = await prepareNewMessage(db, comment.message, policy, {
    maxLength: MAX_COMMENT_CHARACTERS,
    wordFilter: await readWordFilter(db, context.wordsVersion),
  });
  const held = await comment.gate?.(message);
  const checked = !(message.review || held);
  const { ids, categories, kinds } = getUsersToNotify(author.userId, context.postAuthor, [
    ...(comment.mentions ?? []),
    ...message.mentions,
  ]);
  return inTransaction(db, async (tx) => {
    const [written] = await insertComment(tx, {
      postId: comment.postId,
      userId: author.userId,
      source: message.source,
      html: message.html,
      policy: message.policy,
      excerpt: message.excerpt,
      contentHash: message.contentHash,
      ip: author.ip,
      toldIds: ids,
      toldCategories: categories,
      toldKinds: kinds,
      checked,
      held: message.review ? 'words' : (held ?? ''),
    });
    if (!written) throw new AppError('repeat');
    if (checked)
      await invalidate(
        tx,
        toInvalidations(
          urgency.post,
          ...getCommentPageTags({ threadId: context.threadId, ...written }),
        ),
      );
    return { id: written.id, threadId: context.threadId, removedFrames: message.removedFrames };
  });
}
