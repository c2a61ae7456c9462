import { ADMIN_USER_IDS } from '#contracts/ranks.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { groupByReader, type ReaderGroup, toReaderGroupId, type Viewer } from './viewer.ts';

/*
 * A forum is readable by everybody, members, or groups; always by administrators. Members of a
 * group without the right to read count as visitors. SQL and TypeScript implement the same rule.
 */

/** SQL: the forum `f` is readable by `reader`, a parameter with toReaderGroupId. */
export const forumReadableSql = (f: string, reader: string): string =>
  `
    (
      ${f}.access = 'public'
      or (
        ${reader}::int is not null
        and (
          ${f}.access = 'members'
          or ${reader}::int = 0
          or exists (select from forum_group where forum_id = ${f}.id and group_id = ${reader}::int)
        )
      )
    )`;

/** The same for a forum with known access and groups. */
export function canReadForum(
  access: string,
  groups: readonly number[],
  viewer: Viewer | null,
): boolean {
  if (access === 'public') return true;
  const reader = toReaderGroupId(viewer);
  return reader !== null && (access === 'members' || reader === 0 || groups.includes(reader));
}

/**
 * SQL: ids of forums that `reader` may not read: read once per query, so that lists still use their
 * index.
 */
export const unreadableForumIdsSql = (reader: string): string =>
  `array(select closed.id from forum closed where not ${forumReadableSql('closed', reader)})`;

const IS_ADMIN_SQL = `(u.id in (${ADMIN_USER_IDS.join()}) or u.group_id in (${ADMIN_USER_IDS.join()}))`;
/** SQL: toReaderGroupId of user `u` with group `g`. */
export const READER_GROUP_SQL = `
  case
    when ${IS_ADMIN_SQL} then 0
    when g.allow_read then u.group_id
  end`;

/** Whether the caller moderates a forum. `on`: the transaction, if there is one. */
export type MayModerate = (on: Db | Runner, forumId: number) => Promise<boolean>;

const selectForumReadable = statement<
  { readable: boolean },
  { forumId: number; reader: number | null }
>(`select ${forumReadableSql('f', ':reader')} as readable from forum f where f.id = :forumId`);

/** Whether the forum exists and the viewer may read it. */
export async function mayReadForum(
  db: Db | Runner,
  forumId: number,
  viewer: Viewer | null,
): Promise<boolean> {
  return (
    (await selectForumReadable(db, { forumId, reader: toReaderGroupId(viewer) }))[0]?.readable ??
    false
  );
}

const selectReadableForums = statement<
  { id: number; reader: ReaderGroup },
  { ids: readonly number[]; readers: readonly ReaderGroup[] }
>(`
  select f.id, asked.reader
  from forum f
  cross join unnest(:readers::int[]) asked(reader)
  where f.id = any(:ids::int[]) and ${forumReadableSql('f', 'asked.reader')}`);

/** The forums that each reader may read now, in at most one query. */
export const readReadableForums = async (
  db: Db,
  ids: readonly number[],
  readers: readonly ReaderGroup[],
): Promise<Map<ReaderGroup, Set<number>>> =>
  groupByReader(readers, ids.length > 0 ? await selectReadableForums(db, { ids, readers }) : []);
