import { forumReadableSql } from '../forum/access.ts';
import { isAuthorShownSql, isShownSql } from '../visibility.ts';

/**
 * SQL: joins to `n`, a notification, who did it (`s`), the post (`p`), thread, forum and comment
 * (`c`) that it is about with their authors, and whether the group `:reader` may see that thread
 * (`shown.thread`). A post counts where it stands now.
 */
export const NOTIFIED_JOINS_SQL = `
    left join "user" s on s.id = n.actor_id
    left join post p on p.id = n.post_id
    left join thread t on t.id = coalesce(p.thread_id, n.thread_id)
    left join forum f on f.id = t.forum_id
    left join "user" tu on tu.id = t.user_id
    left join "user" pu on pu.id = p.user_id
    left join comment c on c.id = n.comment_id
    left join "user" cu on cu.id = c.user_id
    cross join lateral (
      select coalesce(
        ${isShownSql('t')}
        and ${forumReadableSql('f', ':reader')}
        and ${isAuthorShownSql('tu')},
        false
      ) as thread
    ) shown`;
