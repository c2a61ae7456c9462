import { AppError } from '#contracts/errors.ts';
import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import type { ThreadSourceWire } from '#contracts/wire/requests.ts';
import type { Db } from '#db/client.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';
import { notifyModerators } from '../../delivery/notification/notify-moderators.ts';
import { prepareNewMessage } from '../../message/prepare.ts';
import { readWordFilter } from '../../message/read-word-filter.ts';
import { readSanitizePolicy } from '../../message/sanitize-policy.ts';
import { textOrEllipsisSql } from '../../shared/bounded-text.ts';
import type { MayModerate } from '../../shared/forum-access.ts';
import { getThreadEditInvalidations } from '../../shared/thread-invalidations.ts';
import { inUnitOfWork } from '../../shared/unit-of-work.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { logEdit, type ModeratorReason } from '../log-edit.ts';
import { toPollWire } from '../poll/present.ts';
import { readPolls } from '../poll/read.ts';
import type { PostAuthor } from '../post/post-author.ts';
import { getEditHoldReason, holdForReview, rewritePost, toAuthorReason } from '../post/rewrite.ts';
import { requireEditor } from '../require-editor.ts';
import { lockThreads, recountThread } from './counts.ts';
import { selectForumWithTheme } from './create.ts';
import { takeDownThread } from './state.ts';
import { filterSubject } from './subject.ts';

export interface ThreadEdit {
  id: number;
  themeId?: number | undefined;
  subject: string;
  message: string;
  language?: ThreadLanguage | undefined;
  /** Newest revision that the editor saw; 0 for none. */
  revision?: number | undefined;
  /** Whether new links to other sites need a review. */
  holdsNewLinks?: boolean | undefined;
  /** Reason of a moderator for editing another user's thread. */
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
const updateThread = statement<
  unknown,
  {
    id: number;
    themeId: number;
    subject: string;
    language: string;
    excerpt: string;
    images: number;
  }
>(`
  update thread
  set
    theme_id = :themeId,
    subject = :subject,
    language = :language,
    excerpt = :excerpt,
    images_cnt = :images,
    updated_at = now()
  where id = :id`);
/** Id of a post's newest revision; it identifies the current version. */
const readNewestRevision = async (on: Db | Runner, postId: number): Promise<number> =>
  (await selectNewestRevision(on, { postId }))[0]?.id ?? 0;

interface EditedThread {
  checked: boolean;
  holdReason?: AuthorHoldReason;
  /** src of removed frames (R13). */
  removedFrames: string[];
  /** Tags of pages to remove before the response. */
  removedTags: string[];
}

/**
 * Edits a thread and stores the old version. `mayEditAll`: moderator's right. Edits that need a
 * review hide the thread from other users, except edits by moderators. Moderators' edits of other
 * users' threads are logged. Throws notFound, notAcceptable, forbidden, moderatorsOnly (theme),
 * conflict (changed since that revision), length, verify.
 */
export async function editThread(
  db: Db,
  site: { host: string },
  editor: PostAuthor,
  edit: ThreadEdit,
  mayEditAll: MayModerate,
): Promise<EditedThread> {
  const wordFilter = await readWordFilter(db);
  const { subject, listed } = filterSubject(wordFilter, edit.subject);
  const message = await prepareNewMessage(
    db,
    edit.message,
    await readSanitizePolicy(db, site.host),
    { writer: editor, outline: true, wordFilter, extraWords: listed },
  );
  const { result, removedTags } = await inUnitOfWork(
    db,
    async (unit): Promise<Pick<EditedThread, 'checked' | 'holdReason'>> => {
      const { tx } = unit;
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
      if (themeId !== before.themeId) {
        const [theme] = await selectForumWithTheme(tx, {
          forumId: before.forumId,
          themeId,
          reader: toReaderGroupId(editor),
        });
        if (!theme) throw new AppError('notFound');
        if (theme.moderatorsOnly && !isModerator) throw new AppError('moderatorsOnly');
      }
      const isUnchanged =
        before.subject === subject &&
        before.source === message.source &&
        before.html === message.html &&
        themeId === before.themeId &&
        language === before.language;
      if (isUnchanged) return { checked: before.checked };
      await updateThread(tx, { ...message, id: edit.id, themeId, subject, language });
      const firstPost = { id: before.firstPostId, subject: before.subject };
      await rewritePost(tx, firstPost, editor.userId, message);
      await logEdit(tx, editor.userId, before, {
        action: 'thread.edit',
        threadId: edit.id,
        reason: edit.reason,
      });
      const reason =
        before.checked && !isModerator
          ? getEditHoldReason(site.host, before, message, { ...edit, subject })
          : undefined;
      if (reason) {
        await holdForReview(tx, { postId: before.firstPostId, threadId: edit.id, reason });
        await notifyModerators(tx, {
          kind: 'reviewQueue',
          forumId: locked.forumId,
          exceptIds: [locked.userId],
        });
        recountThread(unit.deltas, locked, { ...locked, checked: false });
        takeDownThread(unit, locked);
        return { checked: false, holdReason: toAuthorReason(reason) };
      }
      recountThread(unit.deltas, locked, { ...locked, themeId, language });
      unit.invalidate([
        ...getThreadEditInvalidations({ threadId: edit.id }),
        ...toInvalidations(urgency.post, cacheTag.threadPage(edit.id, 1)),
      ]);
      return { checked: before.checked };
    },
  );
  return { ...result, removedFrames: message.removedFrames, removedTags };
}

type StoredSource = Omit<ThreadSourceWire, 'revision' | 'poll_list'>;

const selectSource = statement<StoredSource & { state: string }, { threadId: number }>(`
  select
    t.id as thread_id,
    p.id as post_id,
    t.user_id,
    t.forum_id,
    t.theme_id as type_id,
    t.subject,
    ${textOrEllipsisSql('p.source')} as message,
    t.language,
    t.state
  from thread t
  join post p on p.id = t.first_post_id
  where t.id = :threadId`);

/** A thread's source for its author and moderators. Throws notFound, forbidden, notAcceptable. */
export async function readThreadSource(
  db: Db,
  editor: Viewer,
  threadId: number,
  mayEditAll: MayModerate,
): Promise<ThreadSourceWire> {
  const [thread] = await selectSource(db, { threadId });
  if (!thread) throw new AppError('notFound');
  const { user_id: userId, forum_id: forumId } = thread;
  await requireEditor(db, { userId, forumId }, editor, mayEditAll);
  if (thread.state !== 'normal') throw new AppError('notAcceptable');
  // The revision is read before the text, so a change in between causes a conflict, not a loss.
  const revision = await readNewestRevision(db, thread.post_id);
  const [[current = thread], polls] = await Promise.all([
    selectSource(db, { threadId }),
    readPolls(db, [threadId]),
  ]);
  const poll = polls.get(threadId);
  const { state: _, ...source } = current;
  return { ...source, revision, poll_list: poll ? toPollWire(poll, null) : null };
}

const lockThread = statement<
  { userId: number; forumId: number; state: string; resolved: boolean },
  { threadId: number }
>(`
  select user_id as "userId", forum_id as "forumId", state, resolved
  from thread
  where id = :threadId
  for update`);
const updateResolved = statement<unknown, { threadId: number; resolved: boolean }>(
  `update thread set resolved = :resolved, updated_at = now() where id = :threadId`,
);

/** Sets or clears the resolved mark; logs moderators. Throws notFound, notAcceptable, forbidden. */
export async function setResolved(
  db: Db,
  editor: Viewer,
  threadId: number,
  resolved: boolean,
  mayModerate: MayModerate,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [thread] = await lockThread(tx, { threadId });
    if (!thread) throw new AppError('notFound');
    await requireEditor(tx, thread, editor, mayModerate);
    if (thread.state !== 'normal') throw new AppError('notAcceptable');
    if (thread.resolved === resolved) return;
    await updateResolved(tx, { threadId, resolved });
    const action = resolved ? 'thread.resolve' : 'thread.unresolve';
    await logEdit(tx, editor.userId, thread, { action, threadId });
    await invalidate(tx, getThreadEditInvalidations({ threadId }));
  });
}
