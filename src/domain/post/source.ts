import { AppError } from '#contracts/errors.ts';
import type { PostSourceWire } from '#contracts/wire/revision.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { textOrEllipsisSql } from '../bounded-text.ts';
import type { MayModerate } from '../forum/access.ts';
import { requireEditor } from '../require-editor.ts';
import type { Viewer } from '../viewer.ts';

const selectSource = statement<
  PostSourceWire & { userId: number; shown: boolean },
  { postId: number }
>(`
  select
    p.id,
    p.thread_id,
    p.forum_id,
    p.floor as storey,
    ${textOrEllipsisSql('p.source')} as message,
    case when p.floor = 0 then t.subject else '' end as subject,
    t.theme_id as type_id,
    t.language,
    p.user_id as "userId",
    p.state = 'normal' and t.state = 'normal' as shown
  from post p
  join thread t on t.id = p.thread_id
  where p.id = :postId`);

/**
 * The source of a post, for its author and for moderators. Throws notFound, forbidden,
 * notAcceptable.
 */
export async function readPostSource(
  db: Db,
  editor: Viewer,
  postId: number,
  mayEditAll: MayModerate,
): Promise<PostSourceWire> {
  const [post] = await selectSource(db, { postId });
  if (!post) throw new AppError('notFound');
  const { userId, shown, ...source } = post;
  await requireEditor(db, { userId, forumId: source.forum_id }, editor, mayEditAll);
  if (!shown) throw new AppError('notAcceptable');
  return source;
}
