import { AppError } from '#contracts/errors.ts';
import type { RepeatedPostWire } from '#contracts/wire/requests.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { REPEAT_WINDOW_SECONDS } from '#platform/limits.ts';
import type { PreparedMessage } from '../message/prepare.ts';

/** What of a message is stored in columns of their own. */
export type StoredMessage = Pick<
  PreparedMessage,
  'source' | 'html' | 'policy' | 'excerpt' | 'contentHash'
>;

/** SQL: the time in which the same content is refused. */
export const REPEAT_WINDOW_SQL = `interval '${REPEAT_WINDOW_SECONDS} seconds'`;

/**
 * SQL: remembers that `:userId` writes content with this hash, an SQL expression, for each row of
 * `from`. It returns a row unless the same user wrote the same within REPEAT_WINDOW_SECONDS; two
 * who race get one row. Where the write may still come to nothing, `from` is the part of the
 * statement that decides it, so that nothing is claimed then; a transaction may do without.
 */
export const claimContentSql = (hash: string, from?: string): string => `
  insert into recent_content (user_id, content_hash)
  select :userId::int, ${hash}
  ${from ? `from ${from}` : ''}
  on conflict (user_id, content_hash) do update set written_at = now()
  where recent_content.written_at < now() - ${REPEAT_WINDOW_SQL}
  returning 1`;

/** SQL: no longer remembers content of `:userId`, unless the query `earlier` finds what has it. */
export const releaseContentSql = (hash: string): string => `
  delete from recent_content
  where user_id = :userId and content_hash = ${hash} and not exists (select from earlier)`;

/** Of an author, among which a repeated one is looked for; nobody writes more in the window. */
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
 * The post that makes this content a repetition, for err_payload. Without one (it was edited, or
 * purged) the content isn't remembered any more and may be written again at once.
 */
export const findRepeatedPost = async (
  on: Db | Runner,
  content: { userId: number; contentHash: string },
): Promise<RepeatedPostWire | undefined> => (await selectOrRelease(on, content))[0];

/** Attempts to insert content while what refused it is gone again when it is asked for. */
const MAX_INSERTIONS = 3;

/**
 * Inserts content by a statement that claims it, and says why when nothing was inserted:
 * `requireOpen` throws what has become of the place meanwhile, `findRepeated` gives the payload of
 * `repeat`.
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
