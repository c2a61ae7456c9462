import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import type { SentKind } from '#db/schema/sent-write.ts';
import { statement } from '#db/statement.ts';
import { isUniqueViolation } from '#db/violations.ts';
import { toFlag } from './to-flag.ts';

/* A client that retries a write sends the same idempotency key (decisions/outbox.md). */

/**
 * SQL: stores the key `:key` of `:userId`, if any, with the id that the same statement writes. A
 * used key fails the statement. Concurrent writes with one key wait for each other.
 */
export const storeKeySql = (kind: SentKind, id: string, from: string): string => `
  insert into sent_write (user_id, key, kind, content_id)
  select :userId::int, :key::uuid, '${kind}', ${id}
  from ${from}
  where :key::uuid is not null`;

interface KeyParams {
  userId: number;
  key: string;
}

/** The same for a row of an earlier statement in the transaction. */
const keepKeyOf = (kind: SentKind) =>
  statement<unknown, KeyParams & { contentId: number }>(`
    insert into sent_write (user_id, key, kind, content_id)
    values (:userId, :key, '${kind}', :contentId)`);
export const storeKeyOfPost = keepKeyOf('post');
export const storeKeyOfLetter = keepKeyOf('letter');

// The update makes the answer wait for the synchronous standby. The client repeats a write whose
// commit was not replicated in time; the repetition must not acknowledge it earlier.
const confirmSent = statement<
  {
    id: number;
    age: number;
    postId: number | null;
    threadId: number | null;
    floor: number | null;
    checked: boolean | null;
  },
  KeyParams
>(`
  with sent as (
    update sent_write set key = key
    where user_id = :userId and key = :key
    returning *
  )
  select
    w.content_id as id,
    extract(epoch from now() - w.created_at)::float8 as age,
    c.post_id as "postId",
    coalesce(p.thread_id, c.thread_id) as "threadId",
    p.floor,
    coalesce(p.checked, c.checked) as checked
  from sent w
  left join post p on w.kind = 'post' and p.id = w.content_id
  left join comment c on w.kind = 'comment' and c.id = w.content_id`);

/** Throws repeat, with the stored result, if this key was used. */
async function requireUnsent(db: Db, params: KeyParams): Promise<void> {
  const [sent] = await confirmSent(db, params);
  if (!sent) return;
  const { id, age, postId, threadId, floor, checked } = sent;
  throw new AppError('repeat', {
    payload: {
      id,
      ...(postId === null ? {} : { post_id: postId }),
      ...(threadId === null ? {} : { thread_id: threadId }),
      ...(floor === null ? {} : { storey: floor }),
      ...(checked === null ? {} : { checked: toFlag(checked) }),
      age,
      same_key: 1,
    },
  });
}

/**
 * Runs a write that stores its key. If it fails and the key was used, throws `repeat` with the
 * earlier result, whatever the error was. Only failures check the key, because retries are rare.
 */
export async function writeOnce<T>(
  db: Db,
  userId: number,
  key: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (key !== undefined && (error instanceof AppError || isUniqueViolation(error)))
      await requireUnsent(db, { userId, key });
    throw error;
  }
}
