import { htmlToPlainText } from '#contracts/html-to-plain-text.ts';
import type { ThreadLanguage } from '#contracts/language.ts';
import { REPLIES_PER_PAGE } from '#contracts/limits.ts';
import type { PollResult, Reply, ThreadPage } from '#contracts/page-model.ts';
import { pageOfFloor } from '#contracts/paths.ts';
import { toThreadPageCount } from '#contracts/thread-page-count.ts';
import { joinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import * as schema from '#db/schema/index.ts';
import { statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import {
  authorCardColumns,
  authorCardJoin,
  type SelectedAuthorCard,
  toAuthorCard,
} from '../../people/author-card.ts';
import type { PageData } from '../../shared/page-data.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import {
  isAuthorShownSql,
  isReadableThreadSql,
  isShown,
  isShownSql,
} from '../../shared/visibility.ts';
import { readPolls } from '../poll/read.ts';
import { readReplies } from '../post/replies-for-pages.ts';
import {
  type SelectedThread,
  threadRowColumns,
  threadRowJoins,
  toThreadRow,
} from './thread-row.ts';

/* Thread pages, read in batches: a hundred pages need the same six queries as one. */

export interface ThreadPageKey {
  threadId: number;
  page: number;
}

/** Reason for a missing page: unknown (404), removed (406), not public (403). */
export type PageAbsence = 'notFound' | 'notAcceptable' | 'forbidden';

const HEAD_COLUMNS = pickColumns(
  schema.thread,
  `state checked excerpt likesCnt lastFloor firstPostId reopensAt slowMinutes`,
);
const SECTION_COLUMNS = pickColumns(schema.section, ['id', 'name', 'nameEn']);
type SelectedHead = SelectedThread &
  SelectedAuthorCard &
  RowOf<typeof HEAD_COLUMNS> &
  RowOf<typeof SECTION_COLUMNS, 'section_'> & { access: string };

const selectThreadHeads = statement<SelectedHead, { ids: readonly number[] }>(`
  select
    ${threadRowColumns},
    ${HEAD_COLUMNS.sql('t')},
    ${SECTION_COLUMNS.sql('s', 'section_')},
    f.access,
    ${authorCardColumns('u')}
  from unnest(:ids::int[]) as wanted(id)
  ${joinByKeySql('thread', 't', 'wanted.id')}
  ${threadRowJoins}
  join section s on s.id = f.section_id
  ${authorCardJoin('u')}`);

type RelatedThread = ThreadPage['related'][number];

/* The most active of the forum's forty previous threads: a removal takes down at most forty. */
const selectRelatedThreads = statement<
  {
    threadId: number;
    forumId: number;
    forumName: string;
    forumNameEn: string;
    id: number;
    userId: number;
    subject: string;
    language: ThreadLanguage;
    repliesCnt: number;
  },
  { firstPostIds: readonly number[] }
>(`
  select
    wanted.id as "threadId",
    f.id as "forumId",
    f.name as "forumName",
    f.name_en as "forumNameEn",
    r.id,
    r.user_id as "userId",
    r.subject,
    r.language,
    r.replies_cnt as "repliesCnt"
  from unnest(:firstPostIds::int[]) as wanted(id)
  join thread t on t.id = wanted.id
  join forum f on f.id = t.forum_id
  cross join lateral (
    select near.*
    from (
      select
        id,
        user_id,
        subject,
        language,
        replies_cnt,
        hot
      from thread
      where forum_id = t.forum_id
        and ${isShownSql('thread')}
        and created_at <= t.created_at
        and id <> t.id
      order by created_at desc, id desc
      limit 40
    ) near
    join "user" u on u.id = near.user_id
    where ${isAuthorShownSql('u')}
    order by near.hot desc, near.id desc
    limit 3
  ) r`);

/** Headings of a first post; the sanitizer assigned their ids. */
function parseOutline(html: string): ThreadPage['outline'] {
  const parts = html.split(/<h[23] id="(s\d+)">/).slice(1);
  return Array.from({ length: parts.length / 2 }, (_, index) => ({
    id: parts[index * 2] as string,
    text: htmlToPlainText((parts[index * 2 + 1] as string).split(/<\/h[23]>/, 1)[0] as string),
  }));
}

function getPageTags(
  head: SelectedHead,
  page: number,
  hasMore: boolean,
  shown: readonly Reply[],
  related: readonly { id: number; userId: number }[],
): string[] {
  const { id } = head;
  const people = new Set([
    head.author_id,
    ...shown.flatMap((reply) => [
      reply.author.id,
      ...(reply.quote ? [reply.quote.userId] : []),
      ...reply.comments.map((comment) => comment.author.id),
    ]),
    ...related.map(({ userId }) => userId),
  ]);
  return [
    cacheTag.thread(id),
    cacheTag.threadPage(id, page),
    cacheTag.forum(head.forum_id),
    ...(page === 1 ? [cacheTag.threadCounts(id)] : []),
    (hasMore ? cacheTag.threadPagesStep : cacheTag.threadPages)(id),
    ...[...people].map(cacheTag.user),
    ...related.map((one) => cacheTag.threadMention(one.id)),
  ];
}

const getPageAbsence = (
  head: SelectedHead | undefined,
  page: number,
  allowed: boolean,
): PageAbsence | undefined => {
  if (!head) return 'notFound';
  if (head.access !== 'public' && !allowed) return 'forbidden';
  if (!isShown(head)) return 'notAcceptable';
  return page > pageOfFloor(head.lastFloor) ? 'notFound' : undefined;
};

interface PageParts {
  floors: Reply[];
  featured: Reply[];
  poll: PollResult | undefined;
  related: (RelatedThread & { userId: number })[];
}

function toThreadPage(
  head: SelectedHead,
  page: number,
  { floors, featured, poll, related }: PageParts,
): PageData<ThreadPage> {
  const count = toThreadPageCount(page, pageOfFloor(head.lastFloor));
  const first = floors.find((post) => post.floor === 0);
  const html = first?.withheld === 'tooLarge' ? null : (first?.html ?? '');
  const image = /<img [^<>]*?src="([^"<>]+)"/.exec(html ?? '')?.[1];
  const row = toThreadRow(head);
  const replies = floors.filter((post) => post.floor > 0);
  return {
    data: {
      thread: {
        ...row,
        section: SECTION_COLUMNS.take(head, 'section_'),
        excerpt: row.withheld ? '' : head.excerpt,
        likesCnt: head.likesCnt,
        reopensAt: head.reopensAt,
        slowMinutes: head.slowMinutes,
        editedAt: first?.editedAt,
        firstPostId: head.firstPostId as number,
        html,
        firstImage: image,
      },
      author: toAuthorCard(head),
      page,
      ...count,
      featured,
      replies,
      poll: row.withheld ? undefined : poll,
      related: related.map(({ userId: _, ...thread }) => thread),
      outline: parseOutline(html ?? ''),
    },
    tags: getPageTags(head, page, count.hasMore, [...replies, ...featured], related),
  };
}

/** Reads thread pages in the given order. `allowed`: skips the check of forum access. */
export async function readThreadPages(
  db: Db,
  wanted: readonly ThreadPageKey[],
  allowed = false,
): Promise<(PageData<ThreadPage> | PageAbsence)[]> {
  const heads = new Map(
    (await selectThreadHeads(db, { ids: [...new Set(wanted.map((one) => one.threadId))] })).map(
      (row) => [row.id, row],
    ),
  );
  const presentPages = wanted.filter(
    (one) => !getPageAbsence(heads.get(one.threadId), one.page, allowed),
  );
  // Pages are requested once per language; their replies are read once.
  const uniquePages = [
    ...new Map(presentPages.map((one) => [`${one.threadId}/${one.page}`, one])).values(),
  ];
  const firstPageThreadIds = uniquePages.filter((one) => one.page === 1).map((one) => one.threadId);
  const ranges = uniquePages.map(({ threadId, page }) => ({
    threadId,
    low: page === 1 ? 0 : (page - 1) * REPLIES_PER_PAGE + 1,
    high: page * REPLIES_PER_PAGE,
  }));
  const [{ floors, featured }, polls, related] = await Promise.all([
    readReplies(db, ranges, firstPageThreadIds),
    readPolls(
      db,
      firstPageThreadIds.filter((id) => heads.get(id)?.hasPoll),
    ),
    firstPageThreadIds.length > 0
      ? selectRelatedThreads(db, { firstPostIds: firstPageThreadIds })
      : [],
  ]);
  return wanted.map(({ threadId, page }) => {
    const head = heads.get(threadId);
    const pageAbsence = getPageAbsence(head, page, allowed);
    if (pageAbsence || !head) return pageAbsence ?? 'notFound';
    const low = (page - 1) * REPLIES_PER_PAGE;
    return toThreadPage(head, page, {
      floors: (floors.get(threadId) ?? []).filter((post) =>
        page === 1
          ? post.floor <= REPLIES_PER_PAGE
          : post.floor > low && post.floor <= low + REPLIES_PER_PAGE,
      ),
      featured: page === 1 ? (featured.get(threadId) ?? []) : [],
      poll: page === 1 ? polls.get(threadId) : undefined,
      related:
        page === 1
          ? related
              .filter((one) => one.threadId === threadId)
              .map(({ threadId: _, forumId, forumName, forumNameEn, ...one }) => ({
                ...one,
                forum: { id: forumId, name: forumName, nameEn: forumNameEn },
              }))
          : [],
    });
  });
}

export async function readThreadPage(
  db: Db,
  threadId: number,
  page: number,
  allowed = false,
): Promise<PageData<ThreadPage> | PageAbsence> {
  return (await readThreadPages(db, [{ threadId, page }], allowed))[0] ?? 'notFound';
}

const selectForumOfThread = statement<{ forumId: number }, { threadId: number }>(
  `select forum_id as "forumId" from thread where id = :threadId`,
);

export async function findForumOfThread(db: Db, threadId: number): Promise<number | undefined> {
  return (await selectForumOfThread(db, { threadId }))[0]?.forumId;
}

const selectFloorOfPost = statement<
  { threadId: number; floor: number },
  { postId: number; reader: number | null }
>(`
  select p.thread_id as "threadId", p.floor
  from post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = t.forum_id
  where p.id = :postId and ${isReadableThreadSql('t', 'f', ':reader')}`);

/** Thread and floor of a reply, for permalinks; undefined if the viewer may not read it. */
export async function findPostLocation(
  db: Db,
  postId: number,
  viewer: Viewer | null,
): Promise<{ threadId: number; floor: number } | undefined> {
  return (await selectFloorOfPost(db, { postId, reader: toReaderGroupId(viewer) }))[0];
}

const selectMergedInto = statement<{ mergedInto: number | null }, { id: number }>(
  `select merged_into as "mergedInto" from thread where id = :id`,
);

/** The thread that this one was merged into; undefined if it wasn't. */
export async function findMergedThread(db: Db, threadId: number): Promise<number | undefined> {
  for (let id = threadId, hops = 0; hops < 10; hops++) {
    const next = (await selectMergedInto(db, { id }))[0]?.mergedInto;
    if (!next) return id === threadId ? undefined : id;
    id = next;
  }
  return undefined;
}
