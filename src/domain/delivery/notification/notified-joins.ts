import { leftJoinByKeySql } from '#db/by-key-sql.ts';
import { forumReadableSql } from '../../shared/forum-access.ts';
import { isAuthorShownSql, isShownSql } from '../../shared/visibility.ts';

/**
 * SQL: joins to a notification `n` its actor (`s`), post (`p`), thread, forum, comment (`c`) and
 * their authors. `shown.thread`: whether the group `:reader` may see that thread, which is the
 * post's current one. A mention in a first post is stored without the post, so it follows a merge.
 */
export const NOTIFIED_JOINS_SQL = `
    ${leftJoinByKeySql('"user"', 's', 'n.actor_id')}
    left join post p
      on p.id = coalesce(
        n.post_id,
        case
          when n.kind = 'mention' then (select first_post_id from thread where id = n.thread_id)
        end
      )
    left join thread t on t.id = coalesce(p.thread_id, n.thread_id)
    left join forum f on f.id = coalesce(t.forum_id, n.forum_id)
    ${leftJoinByKeySql('"user"', 'tu', 't.user_id')}
    ${leftJoinByKeySql('"user"', 'pu', 'p.user_id')}
    left join comment c on c.id = n.comment_id
    ${leftJoinByKeySql('"user"', 'cu', 'c.user_id')}
    cross join lateral (
      select coalesce(
        ${isShownSql('t')}
        and ${forumReadableSql('f', ':reader')}
        and ${isAuthorShownSql('tu')},
        false
      ) as thread
    ) shown`;
