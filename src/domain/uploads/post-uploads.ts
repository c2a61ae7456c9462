import { statement } from '#db/statement.ts';

/** Replaces the list of our pictures that a post shows. */
export const setPostUploads = statement<unknown, { postId: number; uploads: readonly number[] }>(`
  with removed as (
    delete from post_upload
    where post_id = :postId and upload_id <> all (:uploads::int[])
  )
  insert into post_upload (post_id, upload_id)
  select :postId, id
  from upload
  where id = any(:uploads::int[])
  on conflict do nothing`);
