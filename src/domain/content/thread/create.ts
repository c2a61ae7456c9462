import { AppError } from '#contracts/errors.ts';
import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import { THREAD_LANGUAGES, type ThreadLanguage } from '#contracts/language.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { invalidate } from '#outbox/invalidation.ts';
import { notifyModerators } from '../../delivery/notification/notify-moderators.ts';
import { notifyUsers } from '../../delivery/notification/notify-users.ts';
import { type PreparedMessage, prepareNewMessage } from '../../message/prepare.ts';
import { readWordFilter } from '../../message/read-word-filter.ts';
import { findWrittenLinks } from '../../message/resolve-url.ts';
import { readSanitizePolicy } from '../../message/sanitize-policy.ts';
import type { WritingGate } from '../../message/writing-gate.ts';
import { forumReadableSql, type MayModerate } from '../../shared/forum-access.ts';
import { getNewThreadInvalidations } from '../../shared/thread-invalidations.ts';
import { toReaderGroupId } from '../../shared/viewer.ts';
import { storeKeyOfPost } from '../../shared/write-once.ts';
import { setPostUploads } from '../../uploads/post-uploads.ts';
import { filterPoll, insertPoll, type NewPoll, normalizePoll } from '../poll/create.ts';
import { claimContentSql, findRepeatedPost } from '../post/claim-content.ts';
import { MAX_MENTIONS } from '../post/notify.ts';
import type { PostAuthor } from '../post/post-author.ts';
import { insertThread } from './insert-thread.ts';
import { filterSubject } from './subject.ts';

export interface NewThread {
  forumId: number;
  themeId: number;
  subject: string;
  /** HTML from the author. */
  message: string;
  language: ThreadLanguage;
  poll?: NewPoll | undefined;
  gate?: WritingGate | undefined;
  /** Idempotency key of the request. */
  key?: string | undefined;
}

export const selectForumWithTheme = statement<
  { allowed: boolean; moderatorsOnly: boolean },
  { forumId: number; themeId: number; reader: number | null }
>(`
  select
    ${forumReadableSql('f', ':reader')} as allowed,
    th.moderators_only as "moderatorsOnly"
  from forum f
  join theme th on th.forum_id = f.id and th.id = :themeId
  where f.id = :forumId`);

const claimContentHash = statement<unknown, { userId: number; contentHash: string }>(
  claimContentSql(':contentHash'),
);

/** Throws repeat, with the earlier post, for the author's identical recent content. */
async function claimContent(
  tx: Runner,
  content: { userId: number; contentHash: string },
): Promise<void> {
  if ((await claimContentHash(tx, content)).length > 0) return;
  const earlier = await findRepeatedPost(tx, content);
  if (earlier || (await claimContentHash(tx, content)).length === 0)
    throw new AppError('repeat', { payload: earlier });
}

async function insertInTransaction(
  tx: Runner,
  author: PostAuthor,
  thread: NewThread,
  subject: string,
  message: PreparedMessage & { holdReason: string | undefined },
  poll: NewPoll | undefined,
  timeZone: string,
): Promise<number> {
  await claimContent(tx, { userId: author.userId, contentHash: message.contentHash });
  const [inserted] = await insertThread(tx, {
    ...message,
    forumId: thread.forumId,
    themeId: thread.themeId,
    userId: author.userId,
    subject,
    language: thread.language,
    poll: Boolean(poll),
    ip: author.ip,
    timeZone,
    checked: message.holdReason === undefined,
    holdReason: message.holdReason ?? '',
    mentions: message.mentions.filter((id) => id !== author.userId).slice(0, MAX_MENTIONS),
  });
  const { id, postId } = inserted as { id: number; postId: number };
  if (thread.key !== undefined)
    await storeKeyOfPost(tx, { userId: author.userId, key: thread.key, contentId: postId });
  const { uploads } = message;
  if (uploads.length > 0) await setPostUploads(tx, { postId, uploads });
  if (poll) await insertPoll(tx, { ...poll, id });
  if (message.holdReason !== undefined) {
    await notifyModerators(tx, {
      kind: 'reviewQueue',
      forumId: thread.forumId,
      exceptIds: [author.userId],
    });
    return id;
  }
  await notifyUsers(
    tx,
    message.mentions
      .slice(0, MAX_MENTIONS)
      .filter((userId) => userId !== author.userId)
      .map((userId) => ({ userId, kind: 'mention', actorId: author.userId, threadId: id })),
  );
  await invalidate(
    tx,
    getNewThreadInvalidations({ threadId: id, forumId: thread.forumId, userId: author.userId }),
  );
  return id;
}

interface CreatedThread {
  id: number;
  /** Reason for the review; undefined if published. */
  holdReason: AuthorHoldReason | undefined;
  /** src of removed frames (R13). */
  removedFrames: string[];
}

/**
 * Creates a thread. If it needs a review, only its author sees it. Throws length, limit (invalid
 * poll), notFound (forum or its theme), malformed (language), forbidden, moderatorsOnly (theme),
 * repeat, verify.
 */
export async function createThread(
  db: Db,
  site: { host: string; timeZone: string },
  author: PostAuthor,
  thread: NewThread,
  mayModerate: MayModerate,
): Promise<CreatedThread> {
  const wordFilter = await readWordFilter(db);
  const { subject, listed } = filterSubject(wordFilter, thread.subject);
  const filteredPoll = thread.poll && filterPoll(wordFilter, normalizePoll(thread.poll));
  if (!THREAD_LANGUAGES.includes(thread.language))
    throw new AppError('malformed', { values: { field: 'language' } });
  const [[forum], policy] = await Promise.all([
    selectForumWithTheme(db, {
      forumId: thread.forumId,
      themeId: thread.themeId,
      reader: toReaderGroupId(author),
    }),
    readSanitizePolicy(db, site.host),
  ]);
  if (!forum) throw new AppError('notFound');
  if (!forum.allowed) throw new AppError('forbidden');
  if (forum.moderatorsOnly && !(await mayModerate(db, thread.forumId)))
    throw new AppError('moderatorsOnly');
  const subjectLinks = findWrittenLinks(
    [thread.subject, thread.poll?.question ?? '', ...(thread.poll?.options ?? [])].join('\n'),
    site.host,
  );
  const message = await prepareNewMessage(db, thread.message, policy, {
    writer: author,
    gate: thread.gate,
    outline: true,
    wordFilter,
    extraWords: [...listed, ...(filteredPoll?.listed ?? [])],
    extraLinks: subjectLinks,
  });
  const id = await inTransaction(db, (tx) =>
    insertInTransaction(tx, author, thread, subject, message, filteredPoll?.poll, site.timeZone),
  );
  return { id, holdReason: message.holdReason, removedFrames: message.removedFrames };
}
