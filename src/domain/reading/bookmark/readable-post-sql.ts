import { forumReadableSql } from '../../shared/forum-access.ts';
import { isAuthorShownSql, isShownSql, isShownToSql } from '../../shared/visibility.ts';

/**
 * SQL: `from` a post `p` by id (an expression) if the user may read it, with thread `t`, forum `f`,
 * author `u`. Needs :userId and :reader.
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
