import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import type { Storage } from '#platform/storage.ts';
import { deleteFiles, SWEEP_LEASE_MINUTES } from './store.ts';

/* Every text or JSON column is in one of these lists (tests/api/uploads-sweep.test.ts). */

/** The sweep searches these; references count regardless of upload.used_at. */
export const SCANNED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  forum: ['brief', 'brief_en', 'announcement', 'announcement_en', 'icon', 'link_url'],
  theme: ['template', 'template_en'],
  level: ['icon'],
  user: ['avatar'],
  config_entry: ['value'],
  draft: ['body'],
};

/** Writes mark these in upload.used_at, as tables are large; release.ts checks after a purge. */
export const MARKED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  post: ['source', 'html'],
  post_revision: ['source'],
  comment: ['source', 'html'],
  comment_revision: ['source'],
  letter: ['source', 'html'],
};

/** SQL: SCANNED_COLUMNS reference the upload of this alias. */
const isReferencedSql = (upload: string): string =>
  Object.entries(SCANNED_COLUMNS)
    .map(
      ([table, columns]) =>
        `
          exists (
            select
            from "${table}"
            where strpos(
                concat_ws(
                  ' ',
                  ${columns.map((column) => `"${table}"."${column}"::text`).join(', ')}
                ),
                ${upload}.hash
              ) > 0
          )`,
    )
    .join(' or ');

/** Days until an unused upload is swept. */
const UNUSED_DAYS = 7;
/** Hours after which an unconfirmed upload counts as failed, perhaps with partial files. */
const UNCONFIRMED_HOURS = 1;
const BATCH_SIZE = 50;

const claimUnusedUploads = statement<
  { id: number; path: string; variants: number[] },
  { after: number }
>(`
  with unused as (
    select id
    from upload u
    where used_at is null
      and id > :after
      and (
        created_at < now() - interval '${UNUSED_DAYS} days'
        or (stored_at is null and created_at < now() - interval '${UNCONFIRMED_HOURS} hours')
      )
      and (swept_at is null or swept_at < now() - interval '${SWEEP_LEASE_MINUTES} minutes')
      and not exists (select from post_upload where upload_id = u.id)
      and not (${isReferencedSql('u')})
    order by id
    limit ${BATCH_SIZE}
    for update of u skip locked
  ),
  claimed as (
    update upload
    set swept_at = now()
    from unused
    where upload.id = unused.id
    returning upload.id, path, variants
  )
  select *
  from claimed
  order by id`);
const deleteSweptUploads = statement<unknown, { ids: readonly number[] }>(
  `delete from upload where id = any(:ids::int[]) and swept_at is not null`,
);

/**
 * Deletes unused pictures and remains of failed uploads; returns the number. It claims rows,
 * deletes files without a held connection, then deletes rows. A concurrent upload of the same
 * picture must retry. The next sweep continues an interrupted one.
 */
export async function sweepUploads(db: Db, storage: Storage): Promise<number> {
  let swept = 0;
  for (let after = 0; ; ) {
    const rows = await claimUnusedUploads(db, { after });
    if (rows.length === 0) return swept;
    for (const upload of rows) await deleteFiles(storage, upload.path, upload.variants);
    await deleteSweptUploads(db, { ids: rows.map((row) => row.id) });
    after = rows.at(-1)?.id as number;
    swept += rows.length;
  }
}
