import type { ForumBriefWire } from '#contracts/wire/forum.ts';
import type { FavouritesReplyWire } from '#contracts/wire/member.ts';
import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { mayReadForum, readableSql, readerOf, unreadableSql, type Viewer } from '../forum/access.ts';
import { communityAt, communityVersionSql } from '../forum/wire-community.ts';
import { around, type Reading } from '../forum/wire-reading.ts';
import { threadWireColumns } from '../thread/present.ts';
import { authorsOf } from '../thread/wire-list.ts';
import { type FavouriteRow, presentFavourite } from './present.ts';

// Threads that were taken away since, or stand where the reader may not look any more, aren't listed.
const kept = `from thread_favourite k join thread t on t.id = k.thread_id where k.user_id = $1 and t.state = 'normal' and t.checked and t.forum_id <> all (${unreadableSql('$2')})`;
const pageOf = statement<FavouriteRow>(`
  select ${threadWireColumns}, t.favourite_id as "favouriteId", t.favoured_at as "favouredAt"
  from (select t.*, k.id as favourite_id, k.created_at as favoured_at ${kept} order by k.id desc limit $3::int offset $4::int) t order by t.favourite_id desc`);
const headOf = statement<{ count: number; version: string; userVersion: string }>(`
  select (select count(*)::int ${kept}) as count, ${communityVersionSql('$3')} as version, u.xmin::text as "userVersion" from "user" u where u.id = $1`);

/** Threads that somebody keeps, the latest first. */
export async function readFavourites(reading: Reading, viewer: Viewer, page: number, limit: number): Promise<FavouritesReplyWire> {
  const { db, timeZone } = reading;
  const owner = [viewer.userId, readerOf(viewer)];
  const [[head], rows] = await Promise.all([headOf(db, [...owner, timeZone]), pageOf(db, [...owner, limit, page * limit])]);
  if (!head) throw new AppError('notFound');
  const context = await around(reading, head.version, authorsOf(rows).set(viewer.userId, head.userVersion));
  return { data: rows.map((row) => presentFavourite(row, viewer.userId, context)), total_count: head.count, total_limit: limit, total_offset: page };
}

const forumsOf = statement<{ version: string; ids: number[] }>(`
  select ${communityVersionSql('$3')} as version,
    array(select f.id from forum_favourite k join forum f on f.id = k.forum_id where k.user_id = $1 and ${readableSql('f', '$2')} order by k.id desc) as ids`);

/** Forums that somebody keeps, the latest first. */
export async function readFavouriteForums({ db, timeZone }: Reading, viewer: Viewer): Promise<ForumBriefWire[]> {
  const [found] = await forumsOf(db, [viewer.userId, readerOf(viewer), timeZone]);
  const community = await communityAt(db, timeZone, found?.version ?? '');
  return (found?.ids ?? []).flatMap((id) => community.forums.get(id) ?? []);
}

const keepsForum = statement<unknown>(`select from forum_favourite where user_id = $1 and forum_id = $2`);

/** Whether somebody keeps a forum. Throws notFound. */
export async function isFavouriteForum(db: Db, viewer: Viewer, forumId: number): Promise<boolean> {
  const [readable, rows] = await Promise.all([mayReadForum(db, forumId, viewer), keepsForum(db, [viewer.userId, forumId])]);
  if (!readable) throw new AppError('notFound');
  return rows.length > 0;
}
