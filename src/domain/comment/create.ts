import { AppError } from '#contracts/errors.ts';
import { MAX_COMMENT_CHARACTERS, REPEAT_WINDOW_SECONDS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { invalidate, toInvalidations, urgency } from '#publish/invalidation.ts';
import { forumReadableSql } from '../forum/access.ts';
import { prepareNewMessage } from '../message/prepare.ts';
import { readWordFilter, wordListVersionSql } from '../message/read-word-filter.ts';
import { toSanitizePolicy } from '../message/sanitize-policy.ts';
import type { WritingGate } from '../message/writing-gate.ts';
import { MAX_MENTIONS } from '../post/notify.ts';
import { getCommentPageTags } from '../post/page-tags.ts';
import type { PostAuthor } from '../post/post-author.ts';
import { toReaderGroupId } from '../viewer.ts';

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
    p.state = 'normal' and p.checked and t.state = 'normal' and t.checked as shown,
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
  with fresh as (
    insert into recent_content (user_id, content_hash)
    values (:userId, :postId || ':' || :contentHash)
    on conflict (user_id, content_hash) do update set written_at = now()
    where recent_content.written_at < now() - interval '${REPEAT_WINDOW_SECONDS} seconds'
    returning 1
  ),
  changed as (
    update post
    set comments_cnt = comments_cnt + :checked::bool::int
    from fresh
    where post.id = :postId::int and state = 'normal' and checked
    returning post.id, thread_id, floor, featured
  ),
  written as (
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
    returning id
  ),
  waits as (
    insert into held (comment_id, reason, tell, categories, kinds)
    select id, :held, :toldIds::int[], :toldCategories::smallint[], :toldKinds::text[]
    from written
    where not :checked
  ),
  told as (
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
    where :checked and coalesce((u.notify ->> someone.kind)::boolean, true)
  )
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
): { ids: number[]; categories: number[]; kinds: string[] } {
  const mentioned = [...new Set(mentions)]
    .filter((id) => id !== author && id !== postAuthor)
    .slice(0, MAX_MENTIONS);
  const ids = [...(postAuthor === author ? [] : [postAuthor]), ...mentioned];
  return {
    ids,
    categories: ids.map((id) => (id === postAuthor ? 2 : 6)),
    kinds: ids.map((id) => (id === postAuthor ? 'comment' : 'mention')),
  };
}

/**
 * Adds a comment under a post; with its counter, notifications and touches. With words that need a
 * review it is shown nowhere. Throws notFound, notAcceptable (the post isn't shown), forbidden,
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
