import type {
  AdminForumWire,
  AdminSectionWire,
  AdminThemeWire,
  ForumTreeWire,
} from '#contracts/wire/admin-forum.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';

type AdminForumRow = Omit<AdminForumWire, 'themes' | 'moderators'>;

const selectSections = statement<Omit<AdminSectionWire, 'forums'>>(
  `select id, name, name_en, recommended, version from section order by rank, id`,
);
const SELECT_FORUM = `
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
const selectForums = statement<AdminForumRow>(`${SELECT_FORUM} order by f.rank, f.id`);
const selectForum = statement<AdminForumRow, { id: number }>(`${SELECT_FORUM} where f.id = :id`);
const SELECT_THEME = `
  select
    id,
    forum_id,
    name,
    name_en,
    template,
    template_en,
    moderators_only,
    threads_cnt as threads,
    version
  from theme`;
const selectThemes = statement<AdminThemeWire & { forum_id: number }>(
  `${SELECT_THEME} order by rank, id`,
);
const selectTheme = statement<AdminThemeWire & { forum_id: number }, { id: number }>(
  `${SELECT_THEME} where id = :id`,
);
const selectSection = statement<Omit<AdminSectionWire, 'forums'>, { id: number }>(
  `select id, name, name_en, recommended, version from section where id = :id`,
);
const selectModerators = statement<{
  forum_id: number;
  id: number;
  nickname: string;
  avatar: string;
}>(`
  select m.forum_id, u.id, u.nickname, u.avatar
  from forum_moderator m
  ${joinByKeySql('"user"', 'u', 'm.user_id')}
  order by m.rank, u.id`);
const withoutForum = <Row extends { forum_id: number }>({
  forum_id: _,
  ...row
}: Row): Omit<Row, 'forum_id'> => row;

const selectGroups = statement<ForumTreeWire['groups'][number]>(
  `select id, name, name_en from "group" order by id`,
);

/** All sections and forums, also empty or closed ones, and the groups that a forum may be for. */
export async function readForumTree(db: Db): Promise<ForumTreeWire> {
  const [sectionRows, forumRows, themeRows, moderatorRows, groupRows] = await Promise.all([
    selectSections(db),
    selectForums(db),
    selectThemes(db),
    selectModerators(db),
    selectGroups(db),
  ]);
  const themesOf = Map.groupBy(themeRows, ({ forum_id }) => forum_id);
  const moderatorsOf = Map.groupBy(moderatorRows, ({ forum_id }) => forum_id);
  const forumsOf = Map.groupBy(
    forumRows.map((row) => ({
      ...row,
      themes: themesOf.get(row.id)?.map(withoutForum) ?? [],
      moderators: moderatorsOf.get(row.id)?.map(withoutForum) ?? [],
    })),
    ({ section_id }) => section_id,
  );
  return {
    sections: sectionRows.map((row) => ({ ...row, forums: forumsOf.get(row.id) ?? [] })),
    groups: groupRows,
  };
}

export const readSectionForEdit = async (on: Db | Runner, id: number) =>
  (await selectSection(toRunner(on), { id }))[0];
export const readForumForEdit = async (on: Db | Runner, id: number) =>
  (await selectForum(toRunner(on), { id }))[0];
export const readThemeForEdit = async (on: Db | Runner, id: number) =>
  (await selectTheme(toRunner(on), { id }))[0];
