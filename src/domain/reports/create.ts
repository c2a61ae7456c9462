import { countCharacters } from '#contracts/characters.ts';
import { AppError } from '#contracts/errors.ts';
import type { Db } from '#db/client.ts';
import { inTransaction, statement } from '#db/statement.ts';
import { notifyModerators } from '../delivery/notification/notify-moderators.ts';
import { forumReadableSql } from '../shared/forum-access.ts';
import { toReaderGroupId, type Viewer } from '../shared/viewer.ts';
import { isShownSql } from '../shared/visibility.ts';
import { toReportKind } from './present.ts';

const MAX_REPORT_MESSAGE_CHARACTERS = 500;

interface ReportParams {
  id: number;
  userId: number;
  kind: string;
  message: string;
  reader: number | null;
}

const POST_SOURCE = `
  post p
  join thread t on t.id = p.thread_id
  join forum f on f.id = p.forum_id`;
const IS_POST_SHOWN = `
  ${isShownSql('p')}
  and ${isShownSql('t')}
  and ${forumReadableSql('f', ':reader')}`;

/** `target`: SQL of the reported item if the viewer is shown it. */
const insertReportOf = (target: string) =>
  statement<
    { there: boolean; id: number | null; forumId: number | null; authorId: number | null },
    ReportParams
  >(`
  with target as (
    ${target}
  ),
  made as (
    insert into report (
      reporter_id,
      forum_id,
      thread_id,
      post_id,
      comment_id,
      letter_id,
      kind,
      message
    )
    select
      :userId,
      forum_id,
      thread_id,
      post_id,
      comment_id,
      letter_id,
      :kind,
      :message
    from target
    on conflict do nothing
    returning id
  )
  select
    exists (select from target) as there,
    (select id from made) as id,
    (select forum_id from target) as "forumId",
    (select author_id from target) as "authorId"`);

const REPORTABLE = {
  post: insertReportOf(`
    select
      p.forum_id,
      p.thread_id,
      p.id as post_id,
      null::int as comment_id,
      null::int as letter_id,
      p.user_id as author_id
    from ${POST_SOURCE}
    where p.id = :id and ${IS_POST_SHOWN}`),
  comment: insertReportOf(`
    select
      p.forum_id,
      p.thread_id,
      p.id as post_id,
      c.id as comment_id,
      null::int as letter_id,
      c.user_id as author_id
    from ${POST_SOURCE}
    join comment c on c.post_id = p.id
    where c.id = :id and ${isShownSql('c')} and ${IS_POST_SHOWN}`),
  letter: insertReportOf(`
    select
      null::int as forum_id,
      null::int as thread_id,
      null::int as post_id,
      null::int as comment_id,
      id as letter_id,
      sender_id as author_id
    from letter
    where id = :id
      and receiver_id = :userId
      and deleted_by_receiver is null`),
};
/** Only receivers can report private messages. */
export type Reportable = keyof typeof REPORTABLE;

export interface NewReport {
  item: Reportable;
  id: number;
  /** Code or number. */
  kind: string | number;
  message: string;
}

/**
 * Reports a post or comment to moderators, or a private message to administrators (R28). Each user
 * has at most one open report per item. Throws notFound (also if not shown), malformed (an unknown
 * kind), length, reported.
 */
export async function createReport(
  db: Db,
  viewer: Viewer,
  { item, id, kind, message }: NewReport,
): Promise<number> {
  const trimmedMessage = message.trim();
  const reportKind = toReportKind(kind);
  if (!reportKind) throw new AppError('malformed', { values: { field: 'report_type' } });
  if (countCharacters(trimmedMessage) > MAX_REPORT_MESSAGE_CHARACTERS) throw new AppError('length');
  return inTransaction(db, async (tx) => {
    const [inserted] = await REPORTABLE[item](tx, {
      id,
      userId: viewer.userId,
      kind: reportKind,
      message: trimmedMessage,
      reader: toReaderGroupId(viewer),
    });
    if (!inserted?.there) throw new AppError('notFound');
    if (inserted.id === null) throw new AppError('reported');
    await notifyModerators(tx, {
      kind: 'reportQueue',
      forumId: inserted.forumId ?? 0,
      exceptIds: [viewer.userId, inserted.authorId ?? 0],
    });
    return inserted.id;
  });
}
