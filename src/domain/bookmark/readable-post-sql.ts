import { forumReadableSql } from '../forum/access.ts';
import { isAuthorShownSql, isShownSql, isShownToSql } from '../visibility.ts';

/**
 * SQL, the end of a select: the post (alias `p`) of an id, an expression, if a user may read it,
 * with its thread (`t`), forum (`f`) and author (`u`). Takes :userId and :reader.
 */
export const fromReadablePostSql = (postId: string): string => `
  from post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = t.forum_id
  join "user" u on u.id = p.user_id
  where p.id = ${postId}
    and ${isShownToSql('p', ':userId')}
    and ${isShownSql('t')}
    and ${forumReadableSql('f', ':reader')}
    and ${isAuthorShownSql('u')}`;
