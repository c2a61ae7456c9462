import type { MediaWords } from '#contracts/media-words.ts';
import type { BookmarksReplyWire, BookmarkWire } from '#contracts/wire/bookmark.ts';
import { isoSql } from '#db/iso-sql.ts';
import { escapeLikePattern } from '#db/like-pattern.ts';
import type { RowOf } from '#db/pick-columns.ts';
import { statement } from '#db/statement.ts';
import { readerExcerptSql, toReaderExcerpt } from '../../message/reader-text.ts';
import { BRIEF_COLUMNS, toUserBriefWire } from '../../reference/user-wire.ts';
import type { ReadContext } from '../../shared/read-context.ts';
import { toReaderGroupId, type Viewer } from '../../shared/viewer.ts';
import { hasShownAuthorSql } from '../../shared/visibility.ts';
import { fromReadablePostSql } from './readable-post-sql.ts';

interface ShownPost extends RowOf<typeof BRIEF_COLUMNS, 'user_'> {
  thread_id: number;
  storey: number;
  subject: string;
  language: string;
  excerpt: string;
}
/** The post's columns are null if the owner of the bookmark may no longer read it. */
type BookmarkRow = Omit<BookmarkWire, 'post'> & (ShownPost | { [Name in keyof ShownPost]: null });

interface Owner {
  userId: number;
  reader: number | null;
}

const FROM_BOOKMARKS = `
  from bookmark b
  left join lateral (
    select
      p.thread_id,
      p.floor as storey,
      case when ${hasShownAuthorSql('t')} then t.subject else '' end as subject,
      t.language,
      ${readerExcerptSql('p.html', 'p.excerpt')} as excerpt,
      ${BRIEF_COLUMNS.sql('u', 'user_')}
    ${fromReadablePostSql('b.post_id')}
  ) shown on true
  where b.user_id = :userId`;
const SELECT_BOOKMARKS = `
  select
    b.id,
    b.post_id,
    b.note,
    ${isoSql('b.remind_at')} as remind_at,
    ${isoSql('b.created_at')} as created_at,
    shown.*
  ${FROM_BOOKMARKS}`;
const HAS_WORDS_SQL = `
  (
    b.note ilike :pattern
    or shown.subject ilike :pattern
    or shown.excerpt ilike :pattern
    or shown.user_nickname ilike :pattern
  )`;
const HAS_REMINDER_SQL = 'b.remind_at is not null';
const PAGE = 'limit :limit::int offset :offset::int';

type PageParams = Owner & { limit: number; offset: number };
type PatternParams = { pattern: string };

const selectPage = statement<BookmarkRow, PageParams>(
  `${SELECT_BOOKMARKS} order by b.id desc ${PAGE}`,
);
const selectReminders = statement<BookmarkRow, PageParams>(
  `${SELECT_BOOKMARKS} and ${HAS_REMINDER_SQL} order by b.remind_at, b.id ${PAGE}`,
);
const selectFound = statement<BookmarkRow, PageParams & PatternParams>(
  `${SELECT_BOOKMARKS} and ${HAS_WORDS_SQL} order by b.id desc ${PAGE}`,
);
const selectFoundReminders = statement<BookmarkRow, PageParams & PatternParams>(
  `
    ${SELECT_BOOKMARKS}
      and ${HAS_WORDS_SQL}
      and ${HAS_REMINDER_SQL}
    order by b.remind_at, b.id ${PAGE}`,
);
const countBookmarks = statement<{ all: number; reminders: number }, { userId: number }>(`
  select count(*)::int as all, count(remind_at)::int as reminders
  from bookmark
  where user_id = :userId`);
const countFound = statement<{ all: number; reminders: number }, Owner & PatternParams>(`
  select count(*)::int as all, count(b.remind_at)::int as reminders
  ${FROM_BOOKMARKS}
    and ${HAS_WORDS_SQL}`);

const toBookmarkWire = (row: BookmarkRow, words: MediaWords): BookmarkWire => ({
  id: row.id,
  post_id: row.post_id,
  note: row.note,
  remind_at: row.remind_at,
  created_at: row.created_at,
  post:
    row.thread_id === null
      ? null
      : {
          thread_id: row.thread_id,
          storey: row.storey,
          subject: row.subject,
          language: row.language,
          excerpt: toReaderExcerpt(row.excerpt, words),
          user: toUserBriefWire(BRIEF_COLUMNS.take(row, 'user_')),
        },
});

export interface BookmarkListQuery {
  /** Searched in note, subject, excerpt and author name; undefined for all. */
  keyword: string | undefined;
  /** Only those with a reminder, next first; else all, latest first. */
  onlyReminders: boolean;
  page: number;
  limit: number;
}

/** A user's bookmarks. Posts that they may no longer read have no text. */
export async function readBookmarks(
  { db, mediaWords }: Pick<ReadContext, 'db' | 'mediaWords'>,
  viewer: Viewer,
  { keyword, onlyReminders, page, limit }: BookmarkListQuery,
): Promise<Omit<BookmarksReplyWire, 'code' | 'msg'>> {
  const owner = { userId: viewer.userId, reader: toReaderGroupId(viewer) };
  const paging = { ...owner, limit, offset: page * limit };
  const pattern = keyword === undefined ? undefined : `%${escapeLikePattern(keyword)}%`;
  const [rows, [counted]] = await Promise.all(
    pattern === undefined
      ? [
          (onlyReminders ? selectReminders : selectPage)(db, paging),
          countBookmarks(db, { userId: viewer.userId }),
        ]
      : [
          (onlyReminders ? selectFoundReminders : selectFound)(db, { ...paging, pattern }),
          countFound(db, { ...owner, pattern }),
        ],
  );
  return {
    data: rows.map((row) => toBookmarkWire(row, mediaWords)),
    total_count: counted?.[onlyReminders ? 'reminders' : 'all'] ?? 0,
  };
}

const selectOfPosts = statement<BookmarkRow, Owner & { postIds: readonly number[] }>(
  `${SELECT_BOOKMARKS} and b.post_id = any(:postIds::int[])`,
);

export async function readBookmarksOfPosts(
  { db, mediaWords }: Pick<ReadContext, 'db' | 'mediaWords'>,
  viewer: Viewer,
  postIds: readonly number[],
): Promise<Omit<BookmarksReplyWire, 'code' | 'msg'>> {
  const rows = await selectOfPosts(db, {
    userId: viewer.userId,
    reader: toReaderGroupId(viewer),
    postIds,
  });
  return { data: rows.map((row) => toBookmarkWire(row, mediaWords)), total_count: rows.length };
}
