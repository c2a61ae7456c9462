import { AppError } from '#contracts/errors.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { forumReadableSql } from '../forum/access.ts';
import { prepareNewMessage } from '../message/prepare.ts';
import { readWordFilter, wordListVersionSql } from '../message/read-word-filter.ts';
import { toSanitizePolicy } from '../message/sanitize-policy.ts';
import type { WritingGate } from '../message/writing-gate.ts';
import { toReaderGroupId } from '../viewer.ts';
import { insertReply } from './insert-reply.ts';
import { getUsersToNotify } from './notify.ts';
import type { PostAuthor } from './post-author.ts';

export interface NewReply {
  threadId: number;
  /** HTML as the author sent it. */
  message: string;
  quotePostId?: number | undefined;
  /** Users who are mentioned. */
  mentions?: readonly number[] | undefined;
  gate?: WritingGate | undefined;
}

export interface CreatedReply {
  id: number;
  floor: number;
  threadId: number;
  forumId: number;
  language: ThreadLanguage;
  /** Shown to everybody, not to its author alone. */
  checked: boolean;
  /** src of frames that were taken out; the caller logs them (R13). */
  removedFrames: string[];
}

interface ReplyContext {
  threadAuthor: number;
  forumId: number;
  state: string;
  checked: boolean;
  closed: boolean;
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
    t.user_id as "threadAuthor",
    t.forum_id as "forumId",
    t.state,
    t.checked,
    t.closed,
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

/**
 * Adds a reply to a thread, with its counters, notifications and invalidations, in one transaction.
 * Throws notFound, notAcceptable (the thread isn't shown), forbidden (the author may not read the
 * forum), closed, length, repeat, verify (sensitive words). A reply that waits for review is stored
 * and shown to its author alone.
 */
export async function createReply(
  db: Db,
  site: { host: string; timeZone: string },
  author: PostAuthor,
  reply: NewReply,
): Promise<CreatedReply> {
  const [context] = await readReplyContext(db, {
    threadId: reply.threadId,
    quotePostId: reply.quotePostId ?? null,
    reader: toReaderGroupId(author),
  });
  if (!context) throw new AppError('notFound');
  if (context.state !== 'normal' || !context.checked) throw new AppError('notAcceptable');
  if (!context.allowed) throw new AppError('forbidden');
  if (context.closed) throw new AppError('closed');
  if (context.quoteThread !== null && context.quoteThread !== reply.threadId)
    throw new AppError('malformed', { values: { field: 'quote_post_id' } });
  const message = await prepareNewMessage(
    db,
    reply.message,
    toSanitizePolicy(context.config, context.configVersion, site.host),
    { wordFilter: await readWordFilter(db, context.wordsVersion) },
  );
  const held = await reply.gate?.(message);
  const checked = !(message.review || held);
  const { ids, categories, kinds } = getUsersToNotify(author.userId, context, [
    ...(reply.mentions ?? []),
    ...message.mentions,
  ]);
  const [written] = await insertReply(db, {
    threadId: reply.threadId,
    userId: author.userId,
    source: message.source,
    html: message.html,
    policy: message.policy,
    excerpt: message.excerpt,
    contentHash: message.contentHash,
    quotePostId: context.quoteAuthor === null ? null : reply.quotePostId,
    quoteAuthor: context.quoteAuthor,
    images: message.images,
    ip: author.ip,
    timeZone: site.timeZone,
    toldIds: ids,
    toldCategories: categories,
    toldKinds: kinds,
    uploads: message.uploads,
    checked,
    waits: message.review ? 'words' : (held ?? ''),
  });
  if (!written)
    throw new AppError(
      (
        await readReplyContext(db, {
          threadId: reply.threadId,
          quotePostId: null,
          reader: toReaderGroupId(author),
        })
      )[0]?.closed
        ? 'closed'
        : 'repeat',
    );
  return {
    id: written.id,
    floor: written.floor,
    threadId: reply.threadId,
    forumId: written.forumId,
    language: written.language,
    checked,
    removedFrames: message.removedFrames,
  };
}
