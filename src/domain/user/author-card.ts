import type { AuthorCard } from '#contracts/page-model.ts';
import { contentHiddenSql } from '../visibility.ts';
import { authorColumns, type SqlRow, toAuthor } from './author-columns.ts';

/** SQL columns of an AuthorCard; needs the join below. */
export const authorCardColumns = (u: string, prefix: string): string => `
  ${authorColumns(u, prefix)},
  l.name as "levelName",
  l.name_en as "levelNameEn",
  ${u}.description,
  ${u}.threads_cnt as "userThreads",
  ${u}.posts_cnt as "userPosts",
  ${u}.featured_cnt as "userFeatured",
  ${u}.digests_cnt as "userDigests",
  ${u}.likes_cnt as "userLikes",
  ${u}.created_at as "userCreatedAt",
  ${contentHiddenSql(u)} as "authorHidden",
  (
    select coalesce(
      json_agg(json_build_object('text', text, 'color', color, 'language', language) order by id),
      '[]'
    )
    from user_tag
    where user_id = ${u}.id and deleted_at is null
  ) as tags`;

export const authorCardJoin = (u: string): string => `join level l on l.id = ${u}.level_id`;

export const toAuthorCard = (row: SqlRow, prefix: string): AuthorCard => ({
  ...toAuthor(row, prefix),
  levelName: row.levelName as string,
  levelNameEn: row.levelNameEn as string,
  description: row.authorHidden === true ? '' : (row.description as string),
  tags: row.tags as AuthorCard['tags'],
  threadsCnt: row.userThreads as number,
  repliesCnt: (row.userPosts as number) - (row.userThreads as number),
  featuredCnt: row.userFeatured as number,
  digestsCnt: row.userDigests as number,
  createdAt: row.userCreatedAt as Date,
});
