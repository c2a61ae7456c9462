import { AppError } from '#contracts/errors.ts';
import { type Runner, statement } from '#db/statement.ts';
import { forumReadableSql } from '#domain/forum/access.ts';
import { toReaderGroupId } from '#domain/viewer.ts';
import type { Moderator } from './moderator.ts';

export interface MoveDestination {
  forumId: number;
  /** Undefined for the forum's first theme. */
  themeId?: number | undefined;
}

// moderators may move threads to every forum that they may read: its moderators can move them back
const selectDestination = statement<
  { themeId: number; public: boolean },
  {
    forumId: number;
    themeId: number | null;
    reader: number | null;
    everywhere: boolean;
    forums: readonly number[];
  }
>(`
  select th.id as "themeId", f.access = 'public' as public
  from forum f
  join theme th on th.forum_id = f.id
  where f.id = :forumId
    and (:themeId::int is null or th.id = :themeId)
    and (${forumReadableSql('f', ':reader')} or :everywhere or f.id = any(:forums::int[]))
  order by th.rank, th.id
  limit 1`);

/** Throws notFound: no such forum for the moderator, or no such theme in it. */
export async function findDestination(
  tx: Runner,
  moderator: Moderator,
  { forumId, themeId }: MoveDestination,
): Promise<{ forumId: number; themeId: number; public: boolean }> {
  const [found] = await selectDestination(tx, {
    forumId,
    themeId: themeId ?? null,
    reader: toReaderGroupId(moderator),
    everywhere: moderator.isGlobal,
    forums: moderator.forums,
  });
  if (!found) throw new AppError('notFound', { payload: { forum_id: forumId, theme_id: themeId } });
  return { forumId, ...found };
}
