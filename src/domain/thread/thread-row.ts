import type { ThreadLanguage } from '#contracts/language.ts';
import type { ThreadRow } from '#contracts/page-model.ts';
import {
  authorColumns,
  personColumns,
  type SqlRow,
  toAuthor,
  toPerson,
} from '../user/author-columns.ts';
import { contentHiddenSql } from '../visibility.ts';

/** SQL columns of a ThreadRow; needs the joins below. */
export const threadRowColumns = `
  t.id,
  t.subject,
  t.language,
  t.top,
  t.top_forum as "topForum",
  t.digest,
  t.digest_forum as "digestForum",
  t.has_poll as "hasPoll",
  t.images_cnt as "imagesCnt",
  t.resolved,
  t.closed,
  t.replies_cnt as "repliesCnt",
  t.views_cnt as "viewsCnt",
  t.created_at as "createdAt",
  t.last_reply_at as "lastReplyAt",
  th.id as "themeId",
  th.name as "themeName",
  th.name_en as "themeNameEn",
  f.id as "forumId",
  f.name as "forumName",
  f.name_en as "forumNameEn",
  ${authorColumns('u', 'author')},
  ${personColumns('lu', 'last')},
  ${contentHiddenSql('u')} as "authorHidden"`;

export const threadRowJoins = `
  join theme th on th.id = t.theme_id
  join forum f on f.id = t.forum_id
  join "user" u on u.id = t.user_id
  join "user" lu on lu.id = coalesce(t.last_user_id, t.user_id)`;

export function toThreadRow(row: SqlRow): ThreadRow {
  const hidden = row.authorHidden === true;
  return {
    id: row.id as number,
    subject: hidden ? '' : (row.subject as string),
    ...(hidden ? { withheld: 'hidden' as const } : {}),
    language: row.language as ThreadLanguage,
    theme: {
      id: row.themeId as number,
      name: row.themeName as string,
      nameEn: row.themeNameEn as string,
    },
    forum: {
      id: row.forumId as number,
      name: row.forumName as string,
      nameEn: row.forumNameEn as string,
    },
    author: toAuthor(row, 'author'),
    marks: {
      pinned: (row.top as number) > 0 || (row.topForum as number) > 0,
      digest: row.digest === true || row.digestForum === true,
      poll: row.hasPoll === true,
      image: (row.imagesCnt as number) > 0,
      resolved: row.resolved === true,
      closed: row.closed === true,
    },
    repliesCnt: row.repliesCnt as number,
    viewsCnt: row.viewsCnt as number,
    createdAt: row.createdAt as Date,
    lastReplyAt: row.lastReplyAt as Date,
    lastUser: toPerson(row, 'last'),
  };
}
