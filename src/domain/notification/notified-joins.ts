import { leftJoinByKeySql } from '#db/by-key-sql.ts';
import { forumReadableSql } from '../forum/access.ts';
import { isAuthorShownSql, isShownSql } from '../visibility.ts';

/**
 * SQL: joins to `n`, a notification, who did it (`s`), the post (`p`), thread, forum and comment
 * (`c`) that it is about with their authors, and whether the group `:reader` may see that thread
 * (`shown.thread`). A post counts where it stands now. A mention in a first post is stored without
 * the post, and follows it into the thread that it was merged into.
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
