import type { Lang } from '#contracts/language.ts';
import { DEFAULT_ORDER } from '#contracts/list-orders.ts';
import type { HomePage, Notice } from '#contracts/page-model.ts';
import { type Area, isByLanguage, type ListAddress } from '#contracts/paths.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { readShowcase } from '../config/read.ts';
import {
  isInvalidatedByWrites,
  readOwnLanguageFirst,
  readPinnedRows,
  readThreadList,
  removePinned,
} from '../content/thread/list-for-pages.ts';
import type { PageData } from '../shared/page-data.ts';
import { isAuthorShownSql, isShownSql } from '../shared/visibility.ts';
import { readSections } from './forum-page.ts';

const selectTopRepliers = statement<{
  id: number;
  nickname: string;
  avatar: string;
  count: number;
}>(`
  select u.id, u.nickname, u.avatar, lately.count
  from (
    select user_id, count(*)::int as count
    from post
    where featured and ${isShownSql('post')} and created_at > now() - interval '30 days'
    group by user_id
  ) lately
  ${joinByKeySql('"user"', 'u', 'lately.user_id')}
  where ${isAuthorShownSql('u')}
  order by lately.count desc, u.id
  limit 5`);
// vacuum maintains reltuples, which is exact enough; a count per rendering is too slow.
const countMembers = statement<{ members: number }>(`
  select case
    when c.reltuples < 1000 then (select count(*) from "user")
    else c.reltuples
  end::int as members
  from pg_class c
  where c.oid = '"user"'::regclass`);

/** The home page or one of its further pages; undefined if there is no such page. */
export async function readHomePage(
  db: Db,
  timeZone: string,
  lang: Lang,
  address: ListAddress,
  area: Area,
): Promise<(PageData<HomePage> & { notice?: Notice | undefined }) | undefined> {
  if (address.theme) return undefined;
  const [sections, threads, pinned, showcase, helpers, [memberCount]] = await Promise.all([
    readSections(db, timeZone),
    isByLanguage(address)
      ? readOwnLanguageFirst(db, lang, address)
      : readThreadList(db, 0, address),
    isInvalidatedByWrites(address) && address.order === DEFAULT_ORDER
      ? readPinnedRows(db, 0, lang)
      : [],
    readShowcase(db, lang, area === 'phone' ? 'phone' : 'pc'),
    selectTopRepliers(db),
    countMembers(db),
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
      threads: removePinned(threads, pinned),
      carousel: showcase.carousel,
      activities: showcase.activities,
      helpers: helpers.map(({ count, ...person }) => ({ person, count })),
      numbers: {
        threadsToday: sum((forum) => forum.todayThreads),
        repliesToday: sum((forum) => forum.todayReplies),
        members: memberCount?.members ?? 0,
        threads: sum((forum) => forum.threadsCnt),
      },
    },
    tags: [
      cacheTag.forums(),
      cacheTag.today(),
      cacheTag.config('notify'),
      cacheTag.config('carousel'),
      cacheTag.config('activities'),
      ...(isInvalidatedByWrites(address)
        ? [cacheTag.threadList(0, address.order), cacheTag.threadList(0, 'pinned')]
        : []),
      ...helpers.map((helper) => cacheTag.user(helper.id)),
      ...[...pinned, ...threads.items].flatMap(({ id, author }) => [
        cacheTag.threadRow(id),
        cacheTag.user(author.id),
      ]),
    ],
  };
}
