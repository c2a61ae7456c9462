import type {
  AdminForumWire,
  AdminSectionWire,
  AdminThemeWire,
  ForumTreeWire,
} from '#contracts/wire/admin-forum.ts';
import type { Db } from '#db/client.ts';
import { type Runner, runner, statement } from '#db/statement.ts';

type ForumRow = Omit<AdminForumWire, 'themes' | 'moderators'>;

const sections = statement<Omit<AdminSectionWire, 'forums'>>(
  `select id, name, name_en, recommended, version from section order by rank, id`,
);
const FORUM = `
  select
    f.id,
    f.section_id,
    f.slug,
    f.name,
    f.name_en,
    f.brief,
    f.brief_en,
    f.announcement,
    f.announcement_en,
    f.icon,
    f.link_url,
    f.recommended,
    f.access,
    array(select group_id from forum_group where forum_id = f.id order by 1) as groups,
    f.version,
    f.threads_cnt as threads,
    f.posts_cnt as posts
  from forum f`;
const forums = statement<ForumRow>(`${FORUM} order by f.rank, f.id`);
const forum = statement<ForumRow, { id: number }>(`${FORUM} where f.id = :id`);
const THEME = `
  select
    id,
    forum_id,
    name,
    name_en,
    template,
    template_en,
    threads_cnt as threads,
    version
  from theme`;
const themes = statement<AdminThemeWire & { forum_id: number }>(`${THEME} order by rank, id`);
const theme = statement<AdminThemeWire, { id: number }>(`${THEME} where id = :id`);
const section = statement<Omit<AdminSectionWire, 'forums'>, { id: number }>(
  `select id, name, name_en, recommended, version from section where id = :id`,
);
const moderators = statement<{ forum_id: number; id: number; nickname: string; avatar: string }>(`
  select m.forum_id, u.id, u.nickname, u.avatar
  from forum_moderator m
  join "user" u on u.id = m.user_id
  order by m.rank, u.id`);
const groups = statement<ForumTreeWire['groups'][number]>(
  `select id, name, name_en from "group" order by id`,
);

/**
 * Sections with their forums, empty and closed ones too, and the groups that a forum may be for.
 */
export async function readArrangement(db: Db): Promise<ForumTreeWire> {
  const [sectionRows, forumRows, themeRows, moderatorRows, groupRows] = await Promise.all([
    sections(db),
    forums(db),
    themes(db),
    moderators(db),
    groups(db),
  ]);
  const themesOf = Map.groupBy(themeRows, (one) => one.forum_id);
  const moderatorsOf = Map.groupBy(moderatorRows, (one) => one.forum_id);
  const forumsOf = Map.groupBy(
    forumRows.map((row) => ({
      ...row,
      themes: themesOf.get(row.id) ?? [],
      moderators: moderatorsOf.get(row.id) ?? [],
    })),
    (one) => one.section_id,
  );
  return {
    sections: sectionRows.map((row) => ({ ...row, forums: forumsOf.get(row.id) ?? [] })),
    groups: groupRows,
  };
}

export const readSectionFields = async (on: Db | Runner, id: number) =>
  (await section(runner(on), { id }))[0];
export const readForumFields = async (on: Db | Runner, id: number) =>
  (await forum(runner(on), { id }))[0];
export const readThemeFields = async (on: Db | Runner, id: number) =>
  (await theme(runner(on), { id }))[0];
