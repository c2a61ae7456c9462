import type { Lang } from '#contracts/language.ts';
import type { HomePage, Notice } from '#contracts/page-model.ts';
import type { Area, ListAddress } from '#contracts/paths.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { tag } from '#publish/touch.ts';
import { readShowcase } from '../config/read.ts';
import { followsWrites, type Loaded, readSections } from '../forum/read.ts';
import { pinnedIds, readThreadList, threadRows, withoutPinned } from '../thread/list.ts';
import { contentHiddenSql } from '../user/columns.ts';

const weeklyHelpers = statement<{ id: number; nickname: string; avatar: string; count: number }>(`
  select u.id, u.nickname, u.avatar, count(*)::int as count
  from post p
  join "user" u on u.id = p.user_id
  where p.featured
    and p.state = 'normal'
    and p.checked
    and p.created_at > now() - interval '30 days'
    and not coalesce(${contentHiddenSql('u')}, false)
  group by u.id
  order by count(*) desc, u.id
  limit 5`);
// reltuples is kept by vacuum and good enough for "how many members", counting rows for each
// rendering isn't.
const members = statement<{ members: number }>(`
  select case
    when c.reltuples < 1000 then (select count(*) from "user")
    else c.reltuples
  end::int as members
  from pg_class c
  where c.oid = '"user"'::regclass`);

/** The home page and its further pages; undefined when there is no such page. */
export async function readHomePage(
  db: Db,
  timeZone: string,
  lang: Lang,
  address: ListAddress,
  area: Area,
): Promise<(Loaded<HomePage> & { notice?: Notice | undefined }) | undefined> {
  if (address.theme) return undefined;
  const [sections, threads, pinned, showcase, helpers, [people]] = await Promise.all([
    readSections(db, timeZone),
    readThreadList(db, 0, address),
    followsWrites(address) && address.order === 'latest'
      ? pinnedIds(db, 0).then((ids) => threadRows(db, ids))
      : [],
    readShowcase(db, lang, area === 'phone' ? 'phone' : 'pc'),
    weeklyHelpers(db),
    members(db),
  ]);
  if (address.page > threads.pages) return undefined;
  const forums = sections.flatMap((section) => section.forums);
  const sum = (pick: (forum: (typeof forums)[number]) => number) =>
    forums.reduce((total, forum) => total + pick(forum), 0);
  return {
    notice: showcase.notice,
    data: {
      address,
      pinned,
      sections,
      threads: withoutPinned(threads, pinned),
      carousel: showcase.carousel,
      activities: showcase.activities,
      helpers: helpers.map(({ count, ...person }) => ({ person, count })),
      numbers: {
        threadsToday: sum((forum) => forum.todayThreads),
        repliesToday: sum((forum) => forum.todayReplies),
        members: people?.members ?? 0,
        threads: sum((forum) => forum.threadsCnt),
      },
    },
    tags: [
      tag.forums(),
      tag.today(),
      tag.config('notify'),
      tag.config('carousel'),
      tag.config('activities'),
      ...(followsWrites(address) ? [tag.list(0, address.order), tag.list(0, 'pinned')] : []),
      ...helpers.map((one) => tag.user(one.id)),
      ...[...pinned, ...threads.items].flatMap((one) => [tag.row(one.id), tag.user(one.author.id)]),
    ],
  };
}
