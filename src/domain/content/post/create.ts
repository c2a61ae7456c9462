import { AppError } from '#contracts/errors.ts';
import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { notifyModerators } from '../../delivery/notification/notify-moderators.ts';
import { prepareNewMessage } from '../../message/prepare.ts';
import { readWordFilter, wordListVersionSql } from '../../message/read-word-filter.ts';
import { toSanitizePolicy } from '../../message/sanitize-policy.ts';
import type { WritingGate } from '../../message/writing-gate.ts';
import { forumReadableSql, type MayModerate } from '../../shared/forum-access.ts';
import { toReaderGroupId } from '../../shared/viewer.ts';
import { findMergedThread } from '../thread/read.ts';
import { requireSlowModePause } from '../thread/slow-mode.ts';
import { findRepeatedPost, insertOrExplain } from './claim-content.ts';
import { insertReply } from './insert-reply.ts';
import { getUsersToNotify } from './notify.ts';
import type { PostAuthor } from './post-author.ts';

export interface NewReply {
  threadId: number;
  message: string;
  quotePostId?: number | undefined;
  /** Mentioned users. */
  mentions?: readonly number[] | undefined;
  gate?: WritingGate | undefined;
  /** The author's draft, deleted by the same write unless another device changed it. */
  draft?: { id: number; base: string; writer: string } | undefined;
  /** Idempotency key. */
  key?: string | undefined;
}

export interface CreatedReply {
  id: number;
  floor: number;
  threadId: number;
  forumId: number;
  language: ThreadLanguage;
  /** Published, not shown to its author alone. */
  checked: boolean;
  /** Why it is pending review. */
  holdReason: AuthorHoldReason | undefined;
  /** src of removed frames, for the caller's log (R13). */
  removedFrames: string[];
}

interface ReplyContext {
  threadId: number;
  threadAuthor: number;
  forumId: number;
  state: string;
  checked: boolean;
  closed: boolean;
  slowMinutes: number;
  mergedInto: number | null;
  allowed: boolean;
  quoteAuthor: number | null;
  quoteThread: number | null;
  config: unknown;
  configVersion: number | null;
  wordsVersion: string;
}

const readReplyContext = statement<
  ReplyContext,
  { threadId: number; quotePostId: number | null; reader: number | null }
>(`
  select
    t.id as "threadId",
    t.user_id as "threadAuthor",
    t.forum_id as "forumId",
    t.state,
    t.checked,
    t.closed,
    t.slow_minutes as "slowMinutes",
    t.merged_into as "mergedInto",
    ${forumReadableSql('f', ':reader')} as allowed,
    q.user_id as "quoteAuthor",
    q.thread_id as "quoteThread",
    c.value as config,
    c.version as "configVersion",
    ${wordListVersionSql} as "wordsVersion"
  from thread t
  join forum f on f.id = t.forum_id
  left join post q on q.id = :quotePostId
  left join config_entry c on c.field = 'iframe_allow'
  where t.id = :threadId`);

/** Throws notFound, merged (with the target), notAcceptable (not shown), forbidden, closed. */
async function requireOpen(db: Db, context: ReplyContext | undefined): Promise<ReplyContext> {
  if (!context) throw new AppError('notFound');
  const { threadId, mergedInto, allowed } = context;
  if (mergedInto !== null && allowed)
    throw new AppError('merged', {
      payload: { thread_id: (await findMergedThread(db, threadId)) ?? mergedInto },
    });
  if (context.state !== 'normal' || !context.checked) throw new AppError('notAcceptable');
  if (!allowed) throw new AppError('forbidden');
  if (context.closed) throw new AppError('closed');
  return context;
}

/**
 * Adds a reply with counters, notifications and invalidations in one transaction. A reply that is
 * pending review is shown to its author alone. Throws as requireOpen, and slowMode, length, repeat
 * (with the earlier post), verify (sensitive words).
 */
export async function createReply(
  db: Db,
  site: { host: string; timeZone: string },
  author: PostAuthor,
  reply: NewReply,
  mayModerate: MayModerate,
): Promise<CreatedReply> {
  const readContext = async () => {
    const [context] = await readReplyContext(db, {
      threadId: reply.threadId,
      quotePostId: reply.quotePostId ?? null,
      reader: toReaderGroupId(author),
    });
    return requireOpen(db, context);
  };
  const context = await readContext();
  if (context.quoteThread !== null && context.quoteThread !== reply.threadId)
    throw new AppError('malformed', { values: { field: 'quote_post_id' } });
  const requirePause = await requireSlowModePause(
    db,
    { ...context, userId: author.userId },
    mayModerate,
  );
  const message = await prepareNewMessage(
    db,
    reply.message,
    toSanitizePolicy(context.config, context.configVersion, site.host),
    {
      writer: author,
      gate: reply.gate,
      wordFilter: await readWordFilter(db, context.wordsVersion),
    },
  );
  const checked = message.holdReason === undefined;
  const row: Parameters<typeof insertReply>[1] = {
    ...message,
    ...getUsersToNotify(author.userId, context, [...(reply.mentions ?? []), ...message.mentions]),
    threadId: reply.threadId,
    userId: author.userId,
    quotePostId: context.quoteAuthor === null ? null : reply.quotePostId,
    quoteAuthor: context.quoteAuthor,
    ip: author.ip,
    timeZone: site.timeZone,
    checked,
    holdReason: message.holdReason ?? '',
    draftId: reply.draft?.id ?? null,
    draftBase: reply.draft?.base ?? '',
    draftWriter: reply.draft?.writer ?? '',
    key: reply.key ?? null,
  };
  const insert = async () => (await insertReply(db, row))[0];
  const insertInTransaction = async (tx: Runner) => {
    await requirePause?.(tx);
    const [inserted] = await insertReply(tx, row);
    if (inserted && !checked)
      await notifyModerators(tx, {
        kind: 'reviewQueue',
        forumId: inserted.forumId,
        exceptIds: [author.userId],
      });
    return inserted;
  };
  const written = await insertOrExplain({
    insert: checked && !requirePause ? insert : () => inTransaction(db, insertInTransaction),
    requireOpen: readContext,
    findRepeated: () => findRepeatedPost(db, row),
  });
  return {
    id: written.id,
    floor: written.floor,
    threadId: reply.threadId,
    forumId: written.forumId,
    language: written.language,
    checked,
    holdReason: message.holdReason,
    removedFrames: message.removedFrames,
  };
}
