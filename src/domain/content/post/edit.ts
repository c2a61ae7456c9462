import { AppError } from '#contracts/errors.ts';
import type { PostSourceWire } from '#contracts/wire/revision.ts';
import type { Db } from '#db/client.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { toInvalidations, urgency } from '#outbox/invalidation.ts';
import { notifyModerators } from '../../delivery/notification/notify-moderators.ts';
import { prepareNewMessage } from '../../message/prepare.ts';
import { readSanitizePolicy } from '../../message/sanitize-policy.ts';
import { textOrEllipsisSql } from '../../shared/bounded-text.ts';
import type { MayModerate } from '../../shared/forum-access.ts';
import { readReplyPageTags } from '../../shared/page-tags.ts';
import { inUnitOfWork } from '../../shared/unit-of-work.ts';
import type { Viewer } from '../../shared/viewer.ts';
import { logEdit, type ModeratorReason } from '../log-edit.ts';
import { requireEditor } from '../require-editor.ts';
import { lockPosts, recountReplies } from './counts.ts';
import type { PostAuthor } from './post-author.ts';
import { getEditHoldReason, holdForReview, rewritePost } from './rewrite.ts';

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

export interface ReplyEdit {
  id: number;
  message: string;
  /** Whether new external links require a review. */
  holdsNewLinks?: boolean | undefined;
  /** A moderator's reason for an edit of another author's content. */
  reason?: ModeratorReason | undefined;
}

/**
 * Edits a reply and stores the former version. If it requires a review, only its author sees it,
 * unless a moderator edits. Logs a moderator's edit with `reason`. Throws notFound, notAcceptable,
 * forbidden, closed (for its author), length, verify.
 */
export async function editReply(
  db: Db,
  site: { host: string },
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
  const { result: threadId } = await inUnitOfWork(db, async (unit) => {
    const { tx } = unit;
    const locked =
      message.review || edit.holdsNewLinks ? await lockPosts(tx, [edit.id]) : undefined;
    const [before] = await readStoredReply(tx, { id: edit.id });
    if (!before) throw new AppError('notFound');
    const isModerator = await requireEditor(tx, before, editor, mayEditAll);
    if (before.state !== 'normal') throw new AppError('notAcceptable');
    if (before.closed && !isModerator) throw new AppError('closed');
    if (before.source === message.source && before.html === message.html) return before.threadId;
    await rewritePost(tx, { id: edit.id, subject: null }, editor.userId, message);
    const reply = locked?.posts.get(edit.id);
    const reason = getEditHoldReason(site.host, before, message, edit);
    if (reason && !isModerator && locked && reply?.checked) {
      await holdForReview(tx, { postId: edit.id, threadId: null, reason });
      await notifyModerators(tx, {
        kind: 'reviewQueue',
        forumId: reply.forumId,
        exceptIds: [reply.userId],
      });
      const after = { ...reply, checked: false };
      await recountReplies(unit, [{ before: reply, after }], locked.threads);
    }
    await logEdit(tx, editor.userId, before, {
      action: 'post.edit',
      threadId: before.threadId,
      postId: edit.id,
      reason: edit.reason,
    });
    unit.invalidate([
      ...toInvalidations(
        urgency.post,
        ...(await readReplyPageTags(tx, [{ id: edit.id, ...before }])),
      ),
      ...toInvalidations(urgency.list, cacheTag.userPage(before.userId)),
    ]);
    return before.threadId;
  });
  return { threadId, removedFrames: message.removedFrames };
}

const selectSource = statement<
  PostSourceWire & { userId: number; shown: boolean },
  { postId: number }
>(`
  select
    p.id,
    p.thread_id,
    p.forum_id,
    p.floor as storey,
    ${textOrEllipsisSql('p.source')} as message,
    case when p.floor = 0 then t.subject else '' end as subject,
    t.theme_id as type_id,
    t.language,
    p.user_id as "userId",
    p.state = 'normal' and t.state = 'normal' as shown
  from post p
  join thread t on t.id = p.thread_id
  where p.id = :postId`);

/** A post's source, for its author and moderators. Throws notFound, forbidden, notAcceptable. */
export async function readPostSource(
  db: Db,
  editor: Viewer,
  postId: number,
  mayEditAll: MayModerate,
): Promise<PostSourceWire> {
  const [post] = await selectSource(db, { postId });
  if (!post) throw new AppError('notFound');
  const { userId, shown, ...source } = post;
  await requireEditor(db, { userId, forumId: source.forum_id }, editor, mayEditAll);
  if (!shown) throw new AppError('notAcceptable');
  return source;
}
