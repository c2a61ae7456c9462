import { AppError } from '#contracts/errors.ts';
import { COMMENT_EDIT_SECONDS, MAX_COMMENT_CHARACTERS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import { notifyModerators } from '../../delivery/notification/notify-moderators.ts';
import { prepareNewMessage } from '../../message/prepare.ts';
import { readSanitizePolicy } from '../../message/sanitize-policy.ts';
import { textOrEllipsisSql } from '../../shared/bounded-text.ts';
import { getCommentPageTags } from '../../shared/page-tags.ts';
import { inUnitOfWork } from '../../shared/unit-of-work.ts';
import { isShown, isShownSql } from '../../shared/visibility.ts';
import type { StoredMessage } from '../post/claim-content.ts';
import type { PostAuthor } from '../post/post-author.ts';
import { EDITED_MESSAGE_SQL, getEditHoldReason, toAuthorReason } from '../post/rewrite.ts';
import { requireEditor } from '../require-editor.ts';
import type { WrittenComment } from './create.ts';
import { lockComments } from './state.ts';

/** Whether the comment's post is shown, and its thread closed. */
const readParent = statement<{ shown: boolean; closed: boolean }, { postId: number }>(`
  select ${isShownSql('p')} and ${isShownSql('t')} as shown, t.closed
  from post p
  join thread t on t.id = p.thread_id
  where p.id = :postId`);
const readText = statement<{ source: string; html: string }, { id: number }>(`
  select
    ${textOrEllipsisSql('source')} as source,
    ${textOrEllipsisSql('html')} as html
  from comment
  where id = :id`);
const rewriteComment = statement<unknown, StoredMessage & { id: number; userId: number }>(`
  with revision as (
    insert into comment_revision (comment_id, editor_id, source)
    select id, :userId, source
    from comment
    where id = :id
  )
  update comment
  set ${EDITED_MESSAGE_SQL}
  where id = :id`);
/** Queues a shown comment for review, and subtracts it from its post's count. */
const holdComment = statement<unknown, { id: number; reason: string }>(`
  with pending as (
    update comment
    set checked = false
    where id = :id
    returning id, post_id
  ),
  counted as (
    update post
    set comments_cnt = comments_cnt - 1
    from pending
    where post.id = pending.post_id
  )
  insert into held (comment_id, reason, unseen)
  select id, :reason, false
  from pending
  on conflict (comment_id)
  where comment_id is not null do nothing`);

export interface CommentEdit {
  id: number;
  message: string;
  /** Whether new external links require a review. */
  holdsNewLinks: boolean;
}

const isEditable = (createdAt: Date): boolean =>
  Date.now() - createdAt.getTime() < COMMENT_EDIT_SECONDS * 1_000;

/**
 * Edits one's own comment and stores the former text. If it requires a review, only its author sees
 * it. Throws notFound, forbidden, conflict (deleted or hidden meanwhile), notAcceptable (its post
 * isn't shown), closed, editExpired, length, verify.
 */
export async function editOwnComment(
  db: Db,
  site: { host: string },
  editor: PostAuthor,
  edit: CommentEdit,
): Promise<WrittenComment> {
  const message = await prepareNewMessage(
    db,
    edit.message,
    await readSanitizePolicy(db, site.host),
    { writer: editor, maxLength: MAX_COMMENT_CHARACTERS },
  );
  const { result } = await inUnitOfWork(db, async (unit) => {
    const { tx } = unit;
    const [before] = await lockComments(tx, [edit.id]);
    const [text] = await readText(tx, { id: edit.id });
    if (!before || !text) throw new AppError('notFound');
    await requireEditor(tx, before, editor, async () => false);
    const [parent] = await readParent(tx, before);
    if (before.state !== 'normal') throw new AppError('conflict');
    if (!parent?.shown) throw new AppError('notAcceptable');
    if (parent.closed) throw new AppError('closed');
    if (!isEditable(before.createdAt)) throw new AppError('editExpired');
    if (text.source === message.source && text.html === message.html)
      return { threadId: before.threadId, holdReason: undefined };
    await rewriteComment(tx, { ...message, id: edit.id, userId: editor.userId });
    const reason = getEditHoldReason(site.host, text, message, edit);
    if (reason && before.checked) {
      await holdComment(tx, { id: edit.id, reason });
      await notifyModerators(tx, {
        kind: 'reviewQueue',
        forumId: before.forumId,
        exceptIds: [editor.userId],
      });
    }
    if (isShown(before))
      unit.invalidate(toInvalidations(urgency.post, ...getCommentPageTags(before)));
    const holdReason = reason && toAuthorReason(reason);
    return { threadId: before.threadId, holdReason };
  });
  return { id: edit.id, ...result, removedFrames: message.removedFrames };
}
