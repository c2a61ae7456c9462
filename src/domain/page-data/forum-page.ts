import type { Lang } from '#contracts/language.ts';
import type { ForumCard, ForumPage, SectionCard } from '#contracts/page-model.ts';
import type { ListAddress } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import {
  isInvalidatedByWrites,
  readPinnedRows,
  readThreadList,
  removePinned,
} from '../content/thread/list-for-pages.ts';
import { joinTodaySql } from '../reference/today-sql.ts';
import type { PageData } from '../shared/page-data.ts';

const SECTION_COLUMNS = pickColumns(schema.section, ['id', 'name', 'nameEn']);
const CARD_COLUMNS = pickColumns(
  schema.forum,
  `id name nameEn icon brief briefEn threadsCnt postsCnt`,
);
const PAGE_COLUMNS = pickColumns(schema.forum, 'announcement announcementEn favouritesCnt access');

type ForumPageRow = RowOf<typeof SECTION_COLUMNS, 'section_'> &
  RowOf<typeof CARD_COLUMNS> &
  RowOf<typeof PAGE_COLUMNS> & { todayThreads: number; todayReplies: number };

const FORUM_COLUMNS = `
  ${SECTION_COLUMNS.sql('s', 'section_')},
  ${CARD_COLUMNS.sql('f')},
  ${PAGE_COLUMNS.sql('f')},
  coalesce(d.threads, 0) as "todayThreads",
  coalesce(d.replies, 0) as "todayReplies"`;
const FROM_FORUMS = `
  from forum f
  join section s on s.id = f.section_id
  ${joinTodaySql('f')}`;

const selectPublicForums = statement<ForumPageRow, { timeZone: string }>(
  `select ${FORUM_COLUMNS} ${FROM_FORUMS} where f.access = 'public' order by s.rank, s.id, f.rank, f.id`,
);
const selectForum = statement<ForumPageRow, { timeZone: string; forumId: number }>(
  `select ${FORUM_COLUMNS} ${FROM_FORUMS} where f.id = :forumId`,
);

const toForumCard = (row: ForumPageRow): ForumCard => ({
  ...CARD_COLUMNS.take(row, ''),
  todayThreads: row.todayThreads,
  todayReplies: row.todayReplies,
});

/** Sections with their public forums and today's counts. */
export async function readSections(db: Db, timeZone: string): Promise<SectionCard[]> {
  const sections = new Map<number, SectionCard>();
  for (const row of await selectPublicForums(db, { timeZone })) {
    const section = sections.get(row.section_id) ?? {
      ...SECTION_COLUMNS.take(row, 'section_'),
      forums: [],
    };
    sections.set(section.id, section);
    section.forums.push(toForumCard(row));
  }
  return [...sections.values()];
}

export async function readForumsPage(
  db: Db,
  timeZone: string,
): Promise<PageData<{ sections: SectionCard[] }>> {
  return {
    data: { sections: await readSections(db, timeZone) },
    tags: [cacheTag.forums(), cacheTag.today()],
  };
}

const selectThemes = statement<
  { id: number; name: string; nameEn: string; threadsCnt: number },
  { forumId: number }
>(`
  select id, name, name_en as "nameEn", threads_cnt as "threadsCnt"
  from theme
  where forum_id = :forumId
  order by rank, id`);
const selectModerators = statement<
  { id: number; nickname: string; avatar: string; description: string },
  { forumId: number }
>(`
  select u.id, u.nickname, u.avatar, u.description
  from forum_moderator m
  join "user" u on u.id = m.user_id
  where m.forum_id = :forumId
  order by m.rank, u.id`);

/** A forum's page; undefined if there is none. `allowed`: for a reader of a non-public forum. */
export async function readForumPage(
  db: Db,
  timeZone: string,
  lang: Lang,
  forumId: number,
  address: ListAddress,
  allowed = false,
): Promise<PageData<ForumPage> | 'forbidden' | undefined> {
  const [row] = await selectForum(db, { timeZone, forumId });
  if (!row) return undefined;
  if (row.access !== 'public' && !allowed) return 'forbidden';
  const plain = isInvalidatedByWrites(address) && address.order === 'latest';
  const [themes, moderators, threads, pinned] = await Promise.all([
    selectThemes(db, { forumId }),
    selectModerators(db, { forumId }),
    readThreadList(db, forumId, address),
    plain ? readPinnedRows(db, forumId, lang) : [],
  ]);
  if (
    address.page > threads.pages ||
    (address.theme && !themes.some((theme) => theme.id === address.theme))
  )
    return undefined;
  const listed = [...pinned, ...threads.items];
  return {
    data: {
      forum: {
        ...toForumCard(row),
        announcement: row.announcement,
        announcementEn: row.announcementEn,
        favouritesCnt: row.favouritesCnt,
        section: SECTION_COLUMNS.take(row, 'section_'),
      },
      themes,
      moderators,
      address,
      pinned,
      threads: removePinned(threads, pinned),
    },
    tags: [
      cacheTag.forum(forumId),
      cacheTag.forums(),
      cacheTag.today(),
      ...(isInvalidatedByWrites(address)
        ? [cacheTag.threadList(forumId, address.order), cacheTag.threadList(forumId, 'pinned')]
        : []),
      ...listed.flatMap(({ id, author }) => [cacheTag.threadRow(id), cacheTag.user(author.id)]),
      ...moderators.map((moderator) => cacheTag.user(moderator.id)),
    ],
  };
}
