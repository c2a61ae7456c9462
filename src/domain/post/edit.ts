import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { cacheTag } from '#publish/outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#publish/outbox/invalidation.ts';
import { textOrEllipsisSql } from '../bounded-text.ts';
import { CounterDeltas } from '../counts/counter-deltas.ts';
import type { MayModerate } from '../forum/access.ts';
import { logEdit, type ModeratorReason } from '../log/log-edit.ts';
import { findExternalLinks, hasNewLinks } from '../message/external-links.ts';
import { prepareNewMessage } from '../message/prepare.ts';
import { readSanitizePolicy } from '../message/sanitize-policy.ts';
import { requireEditor } from '../require-editor.ts';
import { setPostUploads } from '../upload/post-uploads.ts';
import type { StoredMessage } from './claim-content.ts';
import { lockPosts } from './counts.ts';
import { holdReplyForReview } from './hold.ts';
import { getReplyPageTags } from './page-tags.ts';
import type { PostAuthor } from './post-author.ts';

const REPLY_COLUMNS = pickColumns(schema.post, 'threadId forumId userId floor state featured');
interface StoredReply extends RowOf<typeof REPLY_COLUMNS> {
  source: string;
  html: string;
  closed: boolean;
}

const readStoredReply = statement<StoredReply, { id: number }>(`
  select
    ${REPLY_COLUMNS.sql('p')},
    ${textOrEllipsisSql('p.source')} as source,
    ${textOrEllipsisSql('p.html')} as html,
    t.closed
  from post p
  join thread t on t.id = p.thread_id
  where p.id = :id and p.floor > 0
  for update of p`);
const updateReply = statement<
  unknown,
  StoredMessage & { id: number; userId: number; images: number }
>(`
  with kept as (
    insert into post_revision (post_id, editor_id, source)
    select id, :userId, source
    from post
    where id = :id
  )
  update post
  set
    source = :source,
    html = :html,
    policy = :policy,
    excerpt = :excerpt,
    content_hash = :contentHash,
    images_cnt = :images,
    updated_at = now(),
    edited_at = now(),
    edited_by = :userId
  where id = :id`);

export interface ReplyEdit {
  id: number;
  message: string;
  /** Whether it waits for review when it links to another site than the text before it. */
  holdsNewLinks?: boolean | undefined;
  /** The reason of a moderator who edits somebody else's content. */
  reason?: ModeratorReason | undefined;
}

/**
 * Edits a reply and keeps the version before. If it needs a review, or adds a newcomer's links,
 * only its author sees it from now on, unless a moderator wrote it. A moderator's edit of somebody
 * else's reply is logged with `reason`. Throws notFound, notAcceptable, forbidden, closed (for its
 * author), length, verify.
 */
export async function editReply(
  db: Db,
  site: { host: string; timeZone: string },
  editor: PostAuthor,
  edit: ReplyEdit,
  mayEditAll: MayModerate,
): Promise<{ threadId: number; removedFrames: string[] }> {
  const message = await prepareNewMessage(
    db,
    edit.message,
    await readSanitizePolicy(db, site.host),
    { writer: editor },
  );
  return inTransaction(db, async (tx) => {
    if (message.review || edit.holdsNewLinks) await lockPosts(tx, [edit.id]);
    const [before] = await readStoredReply(tx, { id: edit.id });
    if (!before) throw new AppError('notFound');
    const isModerator = await requireEditor(tx, before, editor, mayEditAll);
    if (before.state !== 'normal') throw new AppError('notAcceptable');
    if (before.closed && !isModerator) throw new AppError('closed');
    if (before.source !== message.source || before.html !== message.html) {
      await updateReply(tx, { ...message, id: edit.id, userId: editor.userId });
      await setPostUploads(tx, edit.id, message.uploads);
      const holdReason = message.review
        ? 'edit'
        : edit.holdsNewLinks &&
            hasNewLinks(findExternalLinks(before.html, site.host), message.links)
          ? 'newcomer'
          : undefined;
      if (holdReason && !isModerator) {
        const deltas = new CounterDeltas();
        await holdReplyForReview(tx, deltas, edit.id, holdReason);
        await deltas.apply(tx, site.timeZone);
      }
      if (before.userId !== editor.userId)
        await logEdit(tx, {
          action: 'post.edit',
          moderatorId: editor.userId,
          authorId: before.userId,
          forumId: before.forumId,
          threadId: before.threadId,
          postId: edit.id,
          reason: edit.reason ?? { note: '', notify: false },
        });
      await invalidate(tx, [
        ...toInvalidations(
          urgency.post,
          ...(await getReplyPageTags(tx, { id: edit.id, ...before })),
        ),
        ...toInvalidations(urgency.list, cacheTag.userPage(before.userId)),
      ]);
    }
    return { threadId: before.threadId, removedFrames: message.removedFrames };
  });
}
