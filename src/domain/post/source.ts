import { AppError } from '#contracts/errors.ts';
import type { PostSourceWire } from '#contracts/wire/revision.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { textOrEllipsisSql } from '../bounded-text.ts';
import type { MayModerate } from '../forum/access.ts';
import { requireEditor } from '../require-editor.ts';
import type { Viewer } from '../viewer.ts';

const selectSource = statement<
  {
    id: number;
    threadId: number;
    forumId: number;
    userId: number;
    floor: number;
    source: string;
    shown: boolean;
    subject: string;
    themeId: number;
    language: string;
  },
  { postId: number }
>(`
  select
    p.id,
    p.thread_id as "threadId",
    p.forum_id as "forumId",
    p.user_id as "userId",
    p.floor,
    ${textOrEllipsisSql('p.source')} as source,
    p.state = 'normal' and t.state = 'normal' as shown,
    t.subject,
    t.theme_id as "themeId",
    t.language
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
  await requireEditor(db, post, editor, mayEditAll);
  if (!post.shown) throw new AppError('notAcceptable');
  const isFirstPost = post.floor === 0;
  return {
    id: post.id,
    thread_id: post.threadId,
    forum_id: post.forumId,
    storey: post.floor,
    message: post.source,
    subject: isFirstPost ? post.subject : '',
    type_id: post.themeId,
    language: post.language,
  };
}
