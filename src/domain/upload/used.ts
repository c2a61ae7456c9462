import { type Runner, statement } from '#db/statement.ts';

const replaceUses = statement<unknown>(`
  with gone as (
    delete from post_upload
    where post_id = $1 and upload_id <> all ($2::int[])
  )
  insert into post_upload (post_id, upload_id)
  select $1, id
  from upload
  where id = any($2::int[])
  on conflict do nothing`);

/** Notes which pictures of ours a post shows now. */
export async function setPostUploads(
  tx: Runner,
  postId: number,
  uploads: readonly number[],
): Promise<void> {
  await replaceUses(tx, [postId, uploads]);
}
