import { MESSAGE_CATEGORIES } from '#contracts/message-categories.ts';
import { joinRowsSql } from '#db/by-key-sql.ts';
import { statement } from '#db/statement.ts';
import { isSameItemSql } from '#domain/shared/item-sql.ts';
import { type LockedReport, REPORT_COLUMNS } from './handle-reports.ts';
import { type ActionContext, type ActionResult, runModerationAction } from './moderation-action.ts';
import { requireMayOverrule } from './moderator.ts';

const lockReportsByIds = statement<
  LockedReport & { handledBy: number | null },
  { ids: readonly number[] }
>(
  `
    select ${REPORT_COLUMNS}, handled_by as "handledBy"
    from report
    where id = any(:ids::int[])
    order by id
    for update`,
);
// A reporter who reported the item again has only that report.
const updateReopened = statement<{ id: number }, { ids: readonly number[] }>(`
  with notified as (
    delete from notification
    where id = any(
      array(
        select n.id
        from report r
        ${joinRowsSql(
          'notification',
          'n',
          `user_id = r.reporter_id
            and category = ${MESSAGE_CATEGORIES.system}
            and kind = 'report'
            and created_at = r.handled_at`,
        )}
        where r.id = any(:ids::int[])
      )
    )
  )
  update report r
  set
    state = case when taken_by is null then 'open' else 'taken' end,
    handled_by = null,
    handled_at = null,
    outcome = null,
    note = ''
  where id = any(:ids::int[])
    and state = 'handled'
    and not exists (
      select
      from report again
      where ${isSameItemSql('again', 'r')}
        and again.reporter_id = r.reporter_id
        and again.state <> 'handled'
      offset 0 -- for each, by its index
    )
  returning id`);

/**
 * Reopens handled reports and deletes their reporters' notifications. Throws notFound, forbidden,
 * outranked (a moderator of a higher rank handled them).
 */
export const reopenReports = (
  context: ActionContext,
  ids: readonly number[],
): Promise<ActionResult> =>
  runModerationAction(context, async (transaction) => {
    const reports = transaction.requireTargets(
      ids,
      await lockReportsByIds(transaction.tx, { ids }),
    );
    const handlers = reports.flatMap(({ handledBy }) => handledBy ?? []);
    await requireMayOverrule(transaction.tx, context.moderator, handlers);
    const reopened = (await updateReopened(transaction.tx, { ids })).map((one) => one.id);
    for (const { id } of reports)
      if (reopened.includes(id)) transaction.addChanged(id);
      else transaction.addUnchanged(id);
    const [first] = reports.filter(({ id }) => reopened.includes(id));
    if (!first) return;
    const { postId, commentId, letterId, forumId } = first;
    transaction.log({
      action: 'report.reopen',
      target: commentId
        ? { comment: commentId }
        : postId
          ? { post: postId }
          : { name: `letter:${letterId}` },
      forumId: forumId || undefined,
      detail: { reports: reopened },
    });
  });
