import { AppError } from '#contracts/errors.ts';
import { countCharacters } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { forumReadableSql } from '../forum/access.ts';
import { toReaderGroupId, type Viewer } from '../viewer.ts';
import { isShownSql } from '../visibility.ts';
import { toReportKind } from './present.ts';

/** Characters that somebody may say to a report. */
const MAX_REPORT_MESSAGE_CHARACTERS = 500;

const insertReport = statement<
  { there: boolean; id: number | null },
  { postId: number; userId: number; kind: string; message: string; reader: number | null }
>(`
  with target as (
    select p.id, p.thread_id, p.forum_id
    from post p
    join thread t on t.id = p.thread_id
    join forum f on f.id = p.forum_id
    where p.id = :postId
      and ${isShownSql('p')}
      and ${isShownSql('t')}
      and ${forumReadableSql('f', ':reader')}
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
  const trimmedMessage = message.trim();
  const reportKind = toReportKind(kind);
  if (!reportKind) throw new AppError('malformed', { values: { field: 'report_type' } });
  if (countCharacters(trimmedMessage) > MAX_REPORT_MESSAGE_CHARACTERS) throw new AppError('length');
  const [inserted] = await insertReport(db, {
    postId,
    userId: viewer.userId,
    kind: reportKind,
    message: trimmedMessage,
    reader: toReaderGroupId(viewer),
  });
  if (!inserted?.there) throw new AppError('notFound');
  if (inserted.id === null) throw new AppError('reported');
  return inserted.id;
}
