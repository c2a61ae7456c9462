import { AppError } from '#contracts/errors.ts';
import { countCharacters } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { readableSql, readerOf, type Viewer } from '../forum/access.ts';
import { reportKindOf } from './present.ts';

/** Characters that somebody may say to a report. */
const MESSAGE_MAX = 500;

const insert = statement<
  { there: boolean; id: number | null },
  { postId: number; userId: number; kind: string; message: string; reader: number | null }
>(`
  with target as (
    select p.id, p.thread_id, p.forum_id
    from post p
    join thread t on t.id = p.thread_id
    join forum f on f.id = p.forum_id
    where p.id = :postId
      and p.state = 'normal'
      and p.checked
      and t.state = 'normal'
      and t.checked
      and ${readableSql('f', ':reader')}
  ),
  made as (
    insert into report (
      reporter_id,
      forum_id,
      thread_id,
      post_id,
      kind,
      message
    )
    select
      :userId,
      forum_id,
      thread_id,
      id,
      :kind,
      :message
    from target
    on conflict do nothing
    returning id
  )
  select exists (select from target) as there, (select id from made) as id`);

export interface NewReport {
  postId: number;
  /** Its code or its number. */
  kind: string | number;
  message: string;
}

/**
 * Reports a post to the moderators (R28); each person has one open report of it at most.
 * Throws notFound (also for what the viewer isn't shown), malformed (an unknown kind), length,
 * reported.
 */
export async function createReport(
  db: Db,
  viewer: Viewer,
  { postId, kind, message }: NewReport,
): Promise<number> {
  const said = message.trim();
  const known = reportKindOf(kind);
  if (!known) throw new AppError('malformed', { values: { field: 'report_type' } });
  if (countCharacters(said) > MESSAGE_MAX) throw new AppError('length');
  const [made] = await insert(db, {
    postId,
    userId: viewer.userId,
    kind: known,
    message: said,
    reader: readerOf(viewer),
  });
  if (!made?.there) throw new AppError('notFound');
  if (made.id === null) throw new AppError('reported');
  return made.id;
}
