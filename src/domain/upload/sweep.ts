import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import type { Storage } from '#platform/storage.ts';
import { removeFiles } from './keep.ts';

/** Days that somebody has to use what they uploaded. */
const PATIENCE = 7;
const PORTION = 50;

const unused = statement<{ id: number; path: string; variants: number[] }>(`
  select id, path, variants from upload u where used_at is null and created_at < now() - interval '${PATIENCE} days' and id > $1
    and not exists (select from draft where strpos(body::text, u.hash) > 0)
    and not exists (select from "user" where avatar = '/uploads/' || u.path)
    and not exists (select from config_entry where strpos(value::text, u.hash) > 0)
  order by id limit ${PORTION} for update of u skip locked`);
const forget = statement<unknown>(`delete from upload where id = any($1::int[])`);

/**
 * Removes pictures that nothing has come to use. The rows are locked until the files are gone, so that who uploads the
 * same again waits for that and stores it anew. Returns how many there were.
 */
export async function sweepUploads(db: Db, storage: Storage): Promise<number> {
  let swept = 0;
  for (let after = 0; ; ) {
    const rows = await inTransaction(db, async (tx) => {
      const found = await unused(tx, [after]);
      await forget(tx, [found.map((one) => one.id)]);
      for (const one of found) await removeFiles(storage, one.path, one.variants);
      return found;
    });
    if (rows.length === 0) return swept;
    after = rows.at(-1)?.id as number;
    swept += rows.length;
  }
}
