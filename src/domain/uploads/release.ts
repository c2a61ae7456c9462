import { type Runner, statement } from '#db/statement.ts';

const UPLOAD_PATH_PATTERN = '/uploads/[0-9a-f]{2}/([0-9a-f]{32})';

const selectUploadHashes = statement<{ hash: string }, { postIds: readonly number[] }>(`
  select distinct found[1] as hash
  from (
    select source
    from post
    where id = any(:postIds::int[])
    union all
    select html
    from post
    where id = any(:postIds::int[])
    union all
    select source
    from post_revision
    where post_id = any(:postIds::int[])
    union all
    select source
    from comment
    where post_id = any(:postIds::int[])
    union all
    select r.source
    from comment c
    join comment_revision r on r.comment_id = c.id
    where c.post_id = any(:postIds::int[])
  ) texts,
    regexp_matches(texts.source, '${UPLOAD_PATH_PATTERN}', 'g') found`);

// Posts have a list of pictures; other texts are searched, which is fast enough for a few pictures.
const clearUsedAt = statement<unknown, { hashes: readonly string[] }>(`
  update upload u
  set used_at = null
  where hash = any(:hashes::text[])
    and not exists (select from post_upload where upload_id = u.id)
    and not exists (select from comment where strpos(source, u.hash) > 0)
    and not exists (select from letter where strpos(source, u.hash) > 0)
    and not exists (select from comment_revision where strpos(source, u.hash) > 0)
    and not exists (select from post_revision where strpos(source, u.hash) > 0)`);

/** Hashes of our pictures in posts, their revisions and comments. */
export const findUploadHashes = async (tx: Runner, postIds: readonly number[]): Promise<string[]> =>
  (await selectUploadHashes(tx, { postIds })).map((row) => row.hash);

/** After posts were purged: unmarks unreferenced pictures for sweep.ts. */
export async function releaseUploads(tx: Runner, hashes: readonly string[]): Promise<void> {
  if (hashes.length > 0) await clearUsedAt(tx, { hashes });
}
