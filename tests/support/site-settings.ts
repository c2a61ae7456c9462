import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/** Posting changes counters and times. */
const CHANGES_BY_WRITING = /_(cnt|at)$/;

/** The forum's settings and the demo users' profiles: equal if nothing changed them. */
export async function readSettings(db: Db): Promise<unknown> {
  const { rows } = await db.execute(sql`
    select
      (select jsonb_agg(c order by id) from config_entry c) as configuration,
      (select jsonb_agg(g order by id) from "group" g) as groups,
      (select jsonb_agg(l order by id) from level l) as levels,
      (select jsonb_agg(s order by id) from section s) as sections,
      (select jsonb_agg(f order by id) from forum f) as forums,
      (select jsonb_agg(t order by id) from theme t) as themes,
      (select jsonb_agg(w order by id) from sensitive_word w) as words,
      (select jsonb_agg(m order by forum_id, user_id) from forum_moderator m) as moderators,
      (
        select
          jsonb_agg(
            jsonb_build_object(
              'id', id,
              'nickname', nickname,
              'avatar', avatar,
              'description', description,
              'language', language,
              'group', group_id,
              'email', email,
              'banned', banned_until,
              'hidden', content_hidden,
              'auto_watch', auto_watch,
              'notify', notify,
              'threads', (select count(*) from thread where user_id = u.id),
              'posts', (select count(*) from post where user_id = u.id),
              'comments', (select count(*) from comment where user_id = u.id),
              'drafts', (select count(*) from draft where user_id = u.id),
              'warnings', (select count(*) from warning where user_id = u.id)
            )
            order by id
          )
        from "user" u
        where username not like 'member-%' -- those of factories.ts belong to a test
      ) as people`);
  return JSON.parse(
    JSON.stringify(rows, (key, value) => (CHANGES_BY_WRITING.test(key) ? undefined : value)),
  );
}
