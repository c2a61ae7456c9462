import { type Runner, statement } from '#db/statement.ts';

const replacePostUploads = statement<unknown, { postId: number; uploads: readonly number[] }>(`
  with gone as (
    delete from post_upload
    where post_id = :postId and upload_id <> all (:uploads::int[])
  )
  insert into post_upload (post_id, upload_id)
  select :postId, id
  from upload
  where id = any(:uploads::int[])
  on conflict do nothing`);

/** Notes which pictures of ours a post shows now. */
export async function setPostUploads(
  tx: Runner,
  postId: number,
  uploads: readonly number[],
): Promise<void> {
  await replacePostUploads(tx, { postId, uploads });
}
