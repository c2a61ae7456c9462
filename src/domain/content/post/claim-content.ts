import { AppError } from '#contracts/errors.ts';
import type { RepeatedPostWire } from '#contracts/wire/requests.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { REPEAT_WINDOW_SECONDS } from '#platform/limits.ts';
import type { PreparedMessage } from '../../message/prepare.ts';

export type StoredMessage = Pick<
  PreparedMessage,
  'source' | 'html' | 'policy' | 'excerpt' | 'contentHash'
>;

/** SQL: the interval in which the same content is refused. */
export const REPEAT_WINDOW_SQL = `interval '${REPEAT_WINDOW_SECONDS} seconds'`;

/**
 * SQL: claims content for `:userId` by the expression of its hash, and returns a row unless the
 * user wrote the same within REPEAT_WINDOW_SECONDS (also concurrently). In a statement that may
 * write nothing, `from` names the part that decides it.
 */
export const claimContentSql = (hash: string, from?: string): string => `
  insert into recent_content (user_id, content_hash)
  select :userId::int, ${hash}
  ${from ? `from ${from}` : ''}
  on conflict (user_id, content_hash) do update set written_at = now()
  where recent_content.written_at < now() - ${REPEAT_WINDOW_SQL}
  returning 1`;

/** SQL: releases a claim of `:userId`, unless the query `earlier` has a row. */
export const releaseContentSql = (hash: string): string => `
  delete from recent_content
  where user_id = :userId and content_hash = ${hash} and not exists (select from earlier)`;

/** Latest posts of an author searched for a repetition; more can't be written in the window. */
export const LATEST_CONTENTS = 500;
const selectOrRelease = statement<RepeatedPostWire, { userId: number; contentHash: string }>(`
  with earlier as (
    select
      id,
      thread_id,
      floor as storey,
      checked::int as checked,
      extract(epoch from now() - created_at)::float8 as age
    from (
      select *
      from post
      where user_id = :userId
      order by id desc
      limit ${LATEST_CONTENTS}
    ) lately
    where content_hash = :contentHash and created_at >= now() - ${REPEAT_WINDOW_SQL}
    order by id desc
    limit 1
  ),
  released as (${releaseContentSql(':contentHash')})
  select * from earlier`);

/**
 * The earlier post with this content, for err_payload. Without one (edited or purged) the claim is
 * released, so that the content may be written again.
 */
export const findRepeatedPost = async (
  on: Db | Runner,
  content: { userId: number; contentHash: string },
): Promise<RepeatedPostWire | undefined> => (await selectOrRelease(on, content))[0];

/** Maximum attempts: the reason of a refusal may vanish before it is read. */
const MAX_INSERTIONS = 3;

/**
 * Inserts content by a claiming statement. If it inserts nothing, `requireOpen` throws why, or
 * `findRepeated` returns the payload of `repeat`. Throws conflict after MAX_INSERTIONS.
 */
export async function insertOrExplain<Row>({
  insert,
  requireOpen,
  findRepeated,
}: {
  insert: () => Promise<Row | undefined>;
  requireOpen: () => Promise<unknown>;
  findRepeated: () => Promise<object | undefined>;
}): Promise<Row> {
  for (let insertions = 0; insertions < MAX_INSERTIONS; insertions++) {
    const inserted = await insert();
    if (inserted) return inserted;
    await requireOpen();
    const earlier = await findRepeated();
    if (earlier) throw new AppError('repeat', { payload: earlier });
  }
  throw new AppError('conflict');
}
