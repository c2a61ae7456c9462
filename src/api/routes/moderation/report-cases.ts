import type { z } from '@hono/zod-openapi';
import { isRightInScope, type ModerationScope } from '#auth/moderation-scope.ts';
import { AppError } from '#contracts/errors.ts';
import {
  type HandleReportCaseWire,
  REPORT_CASE_ACTIONS,
  type ReportCaseAction,
} from '#contracts/wire/admin-moderation.ts';
import { toReaderRow } from '#domain/message/reader-text.ts';
import { type ReportCaseFilter, readReportCase, readReportCases } from '#domain/reports/cases.ts';
import {
  claimReportCase,
  handleReport,
  type ReportHandling,
  RIGHT_OF_OUTCOME,
} from '#moderation/handle-reports.ts';
import type { CallHandler } from '../../http/answer-calls.ts';
import { requireModerator } from '../../http/caller.ts';
import type { ApiContext } from '../../http/context.ts';
import {
  completeAdminAction,
  getActionContext,
  parseLocalTime,
} from '../../http/moderation-action.ts';
import { getMediaWords } from '../../http/read-context.ts';

/* Reports (R28) grouped by post, for moderators and the admin area. */

type ListCases = CallHandler<'GET /v2/moderation/reports'>;

export const toCaseFilter = (
  c: ApiContext,
  { tab, kind, forum_id, language }: Parameters<ListCases>[1]['query'],
): ReportCaseFilter => ({
  tab,
  kind,
  forumId: forum_id || undefined,
  language,
  moderator: requireModerator(c),
});

/** The caller's actions on the reports of a post. */
function getCaseActions(c: ApiContext, forumId: number): ReportCaseAction[] {
  const scope = c.var.moderationScope as ModerationScope;
  const has = (outcome: keyof typeof RIGHT_OF_OUTCOME) =>
    isRightInScope(scope, RIGHT_OF_OUTCOME[outcome], forumId);
  return REPORT_CASE_ACTIONS.filter((action) =>
    action === 'deleteAndWarn'
      ? has('delete') && has('warn')
      : !(action in RIGHT_OF_OUTCOME) || has(action as keyof typeof RIGHT_OF_OUTCOME),
  );
}

async function readCase(c: ApiContext, id: number) {
  const reportCase = await readReportCase(c.var.deps.db, requireModerator(c), id);
  const words = getMediaWords(c);
  return (
    reportCase && {
      ...toReaderRow(reportCase, words),
      answers: reportCase.answers && toReaderRow(reportCase.answers, words),
      actions: getCaseActions(c, reportCase.forum_id),
      time_zone: c.var.deps.env.TIME_ZONE,
    }
  );
}

function toHandling(
  c: ApiContext,
  id: number,
  {
    action,
    version,
    begin_at,
    end_at,
    hide_content,
  }: z.output<typeof HandleReportCaseWire> & { action: Exclude<ReportCaseAction, ClaimAction> },
): ReportHandling {
  const scope = c.var.moderationScope as ModerationScope;
  return {
    id,
    outcome: action === 'deleteAndWarn' ? 'delete' : action,
    alsoWarns: action === 'deleteAndWarn',
    expectedVersion: version,
    beginAt: parseLocalTime('begin_at', begin_at),
    endAt: parseLocalTime('end_at', end_at),
    hide: hide_content,
    hasRight: (right, forumId) => isRightInScope(scope, right, forumId),
  };
}
type ClaimAction = 'claim' | 'unclaim';

export const listReportCases: ListCases = async (c, { db, query }) => {
  const { sort, offset, limit } = query;
  const page = await readReportCases(db, toCaseFilter(c, query), sort, offset, limit);
  const words = getMediaWords(c);
  return { ...page, rows: page.rows.map((row) => toReaderRow(row, words)) };
};

export const showReportCase: CallHandler<'GET /v2/moderation/reports/{id}'> = async (c, { id }) => {
  const reportCase = await readCase(c, id);
  if (!reportCase) throw new AppError('notFound');
  return reportCase;
};

/** Claims or handles the reports of a post; `undoPath` is the undo call. */
export const createCaseHandler =
  (undoPath: string): CallHandler<'POST /v2/moderation/reports/{id}'> =>
  async (c, { id, body }) => {
    const { action, version } = body;
    const context = getActionContext(c, body);
    try {
      const result =
        action === 'claim' || action === 'unclaim'
          ? await claimReportCase(context, id, action === 'claim', version)
          : await handleReport(context, toHandling(c, id, { ...body, action }));
      return await completeAdminAction(c, result, undoPath);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
      throw new AppError('conflict', { payload: await readCase(c, id), cause: error });
    }
  };
