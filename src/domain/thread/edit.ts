import { AppError } from '#contracts/errors.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import type { Db } from '#db/client.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { announceRemovals } from '#publish/outbox/announce-removals.ts';
import { cacheTag } from '#publish/outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#publish/outbox/invalidation.ts';
import { textOrEllipsisSql } from '../bounded-text.ts';
import { CounterDeltas } from '../counts/counter-deltas.ts';
import type { MayModerate } from '../forum/access.ts';
import { logEdit, type ModeratorReason } from '../log/log-edit.ts';
import { findExternalLinks, hasNewLinks } from '../message/external-links.ts';
import { prepareNewMessage } from '../message/prepare.ts';
import { readWordFilter } from '../message/read-word-filter.ts';
import { findWrittenLinks } from '../message/resolve-url.ts';
import { readSanitizePolicy } from '../message/sanitize-policy.ts';
import type { StoredMessage } from '../post/claim-content.ts';
import type { PostAuthor } from '../post/post-author.ts';
import { requireEditor } from '../require-editor.ts';
import { setPostUploads } from '../upload/post-uploads.ts';
import { toReaderGroupId } from '../viewer.ts';
import { isShown } from '../visibility.ts';
import { countThread, lockThreads } from './counts.ts';
import { selectForumWithTheme } from './create.ts';
import { holdThreadForReview } from './hold.ts';
import {
  getThreadEditInvalidations,
  getThreadRemovalInvalidations,
  threadTags,
} from './invalidations.ts';
import { filterSubject } from './subject.ts';

export interface ThreadEdit {
  id: number;
  themeId?: number | undefined;
  subject: string;
  message: string;
  language?: ThreadLanguage | undefined;
  /** The newest revision that the editor knew of, 0 for none. */
  revision?: number | undefined;
  /** Whether it waits for review when it links to another site than the text before it. */
  holdsNewLinks?: boolean | undefined;
  /** The reason of a moderator who edits somebody else's content. */
  reason?: ModeratorReason | undefined;
}

const THREAD_COLUMNS = pickColumns(
  schema.thread,
  `forumId themeId userId subject language state checked`,
);
interface StoredThread extends RowOf<typeof THREAD_COLUMNS> {
  firstPostId: number;
  source: string;
  html: string;
}

const readStoredThread = statement<StoredThread, { id: number }>(`
  select
    ${THREAD_COLUMNS.sql('t')},
    t.first_post_id as "firstPostId",
    ${textOrEllipsisSql('p.source')} as source,
    ${textOrEllipsisSql('p.html')} as html
  from thread t
  join post p on p.id = t.first_post_id
  where t.id = :id
  for update of t`);
const selectNewestRevision = statement<{ id: number }, { postId: number }>(
  `select id from post_revision where post_id = :postId order by id desc limit 1`,
);
const insertRevision = statement<
  unknown,
  { firstPostId: number; userId: number; subject: string; source: string }
>(
  `
    insert into post_revision (post_id, editor_id, subject, source)
    values (:firstPostId, :userId, :subject, :source)`,
);
const updateThread = statement<
  unknown,
  StoredMessage & {
    id: number;
    themeId: number;
    subject: string;
    language: string;
    images: number;
    userId: number;
  }
>(`
  with changed as (
    update thread
    set
      theme_id = :themeId,
      subject = :subject,
      language = :language,
      excerpt = :excerpt,
      images_cnt = :images,
      updated_at = now()
    where id = :id
    returning first_post_id
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
  from changed
  where post.id = changed.first_post_id`);
/** The id of a post's newest revision. Each edit adds one, so it identifies the current version. */
export const readNewestRevision = async (on: Db | Runner, postId: number): Promise<number> =>
  (await selectNewestRevision(on, { postId }))[0]?.id ?? 0;

/**
 * Changes a thread and keeps what stood there. `mayEditAll` is a moderator's right. With words that
 * need a review, or a newcomer's links, it is shown to its author alone from now on, unless a
 * moderator wrote them: `removedTags` are the tags whose pages must be gone before the call
 * returns. What a moderator changes of others is logged. Throws notFound, notAcceptable, forbidden,
 * conflict (changed since that revision), length, verify.
 */
export async function editThread(
  db: Db,
  site: { host: string; timeZone: string },
  editor: PostAuthor,
  edit: ThreadEdit,
  mayEditAll: MayModerate,
): Promise<{ removedFrames: string[]; removedTags: string[]; checked: boolean }> {
  const wordFilter = await readWordFilter(db);
  const { subject, listed } = filterSubject(wordFilter, edit.subject);
  const message = await prepareNewMessage(
    db,
    edit.message,
    await readSanitizePolicy(db, site.host),
    {
      writer: editor,
      outline: true,
      wordFilter,
      extraWords: listed,
    },
  );
  const { removedTags, checked } = await inTransaction(db, async (tx) => {
    const locked = (await lockThreads(tx, [edit.id])).get(edit.id);
    const [before] = await readStoredThread(tx, { id: edit.id });
    if (!before || !locked) throw new AppError('notFound');
    const isModerator = await requireEditor(tx, before, editor, mayEditAll);
    if (before.state !== 'normal') throw new AppError('notAcceptable');
    if (
      edit.revision !== undefined &&
      edit.revision !== (await readNewestRevision(tx, before.firstPostId))
    )
      throw new AppError('conflict');
    const themeId = edit.themeId ?? before.themeId;
    const language = edit.language ?? before.language;
    if (
      themeId !== before.themeId &&
      !(
        await selectForumWithTheme(tx, {
          forumId: before.forumId,
          themeId,
          reader: toReaderGroupId(editor),
        })
      )[0]
    )
      throw new AppError('notFound');
    const isUnchanged =
      before.subject === subject &&
      before.source === message.source &&
      before.html === message.html &&
      themeId === before.themeId &&
      language === before.language;
    if (isUnchanged) return { removedTags: [], checked: before.checked };
    await insertRevision(tx, {
      firstPostId: before.firstPostId,
      userId: editor.userId,
      subject: before.subject,
      source: before.source,
    });
    await updateThread(tx, {
      ...message,
      id: edit.id,
      themeId,
      subject,
      language,
      userId: editor.userId,
    });
    await setPostUploads(tx, before.firstPostId, message.uploads);
    if (before.userId !== editor.userId)
      await logEdit(tx, {
        action: 'thread.edit',
        moderatorId: editor.userId,
        authorId: before.userId,
        forumId: before.forumId,
        threadId: edit.id,
        reason: edit.reason ?? { note: '', notify: false },
      });
    const getLinks = (subject: string, links: readonly string[]) => [
      ...findWrittenLinks(subject, site.host),
      ...links,
    ];
    const hasAddedLinks = () =>
      hasNewLinks(
        getLinks(before.subject, findExternalLinks(before.html, site.host)),
        getLinks(subject, message.links),
      );
    const reason = message.review
      ? 'edit'
      : edit.holdsNewLinks && hasAddedLinks()
        ? 'newcomer'
        : undefined;
    const isHeld = before.checked && !isModerator && reason !== undefined;
    const deltas = new CounterDeltas();
    if (isHeld) await holdThreadForReview(tx, deltas, locked, reason);
    else if (isShown(locked)) {
      countThread(deltas, locked, -1);
      countThread(deltas, { ...locked, themeId, language }, 1);
    }
    await deltas.apply(tx, site.timeZone);
    if (isHeld) {
      await announceRemovals(tx, [{ thread: edit.id }]);
      await invalidate(
        tx,
        getThreadRemovalInvalidations({
          threadId: edit.id,
          forumId: before.forumId,
          userId: before.userId,
        }),
      );
      return { removedTags: threadTags({ threadId: edit.id }), checked: false };
    }
    await invalidate(tx, [
      ...getThreadEditInvalidations({ threadId: edit.id }),
      ...toInvalidations(urgency.post, cacheTag.threadPage(edit.id, 1)),
    ]);
    return { removedTags: [], checked: before.checked };
  });
  return { removedFrames: message.removedFrames, removedTags, checked };
}
