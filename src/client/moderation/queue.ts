import type { CallBody } from '#contracts/calls/calls.ts';
import type { ReportCaseDetailWire, ReportCaseWire } from '#contracts/wire/admin-moderation.ts';
import type { AdminActionResultWire } from '#contracts/wire/admin-replies.ts';
import type {
  LogEntryWire,
  ReviewRowWire,
  UserNoteWire,
  WaitingCountsWire,
} from '#contracts/wire/moderation.ts';
import { call } from '../core/api.ts';
import { type ActionReason, reasonFields } from './action-reason.ts';

/* Calls of the site's moderators and of the admin area. All throw Failure. */

/** Calls of the site or of the admin area. */
export type QueueCalls = 'admin' | 'moderation';

/** The result of a decision, with its undo. */
export type QueueResult = Pick<AdminActionResultWire, 'cdn'> & {
  undo: readonly Pick<AdminActionResultWire['undo'][number], 'body'>[];
};

export const loadPendingCounts = async (): Promise<WaitingCountsWire> =>
  (await call('GET /v2/moderation/waiting', { quiet: true })).data;

export const QUEUE_PAGE_SIZE = 20;

/** A page, from 1, of one forum or of all. */
export interface QueuePage {
  page: number;
  forumId: number | undefined;
}
const toPageQuery = ({ page, forumId }: QueuePage) => ({
  ...(forumId ? { forum_id: forumId } : {}),
  offset: (page - 1) * QUEUE_PAGE_SIZE,
  limit: QUEUE_PAGE_SIZE,
});

/** Open cases longest wait first, others latest first. */
export const loadReportCases = (
  tab: 'open' | 'mine' | 'handled',
  page: QueuePage,
): Promise<{ rows: ReportCaseWire[]; total: number }> =>
  call('GET /v2/moderation/reports', {
    query: { tab, sort: tab === 'handled' ? '-created_at' : 'created_at', ...toPageQuery(page) },
  });

/** Items pending review, longest wait first. */
export async function loadReviewRows(
  page: QueuePage,
): Promise<{ rows: ReviewRowWire[]; total: number }> {
  const { data, total_count } = await call('GET /v2/moderation/review', {
    query: toPageQuery(page),
  });
  return { rows: data, total: total_count };
}

/** Entries before one of them, and the last one's number if more follow. */
export async function loadActionLog(
  forumId: number | undefined,
  before: number | undefined,
): Promise<{ entries: LogEntryWire[]; next: number | null }> {
  const { data, next } = await call('GET /v2/moderation/log', {
    query: { ...(forumId ? { forum_id: forumId } : {}), ...(before ? { before } : {}) },
  });
  return { entries: data, next };
}

export const loadReportCase = (calls: QueueCalls, id: number): Promise<ReportCaseDetailWire> =>
  call(`GET /v2/${calls}/reports/{id}`, { params: { id } });

export const decideReportCase = (
  calls: QueueCalls,
  id: number,
  body: CallBody<'POST /v2/moderation/reports/{id}'>,
): Promise<QueueResult> => call(`POST /v2/${calls}/reports/{id}`, { params: { id }, body });

export async function decideReview(
  calls: QueueCalls,
  rows: readonly ReviewRowWire[],
  action: 'approve' | 'reject',
  reason: ActionReason,
): Promise<QueueResult> {
  const items = rows.map(({ kind, id }) => ({ kind, id }));
  return calls === 'admin'
    ? call('POST /v2/admin/review', { body: { items, action, ...reason } })
    : (
        await call('POST /v2/moderation/review', {
          body: { items, action, ...reasonFields(reason) },
        })
      ).data;
}

export const loadUserNotes = async (calls: QueueCalls, userId: number): Promise<UserNoteWire[]> =>
  (await call(`GET /v2/${calls}/notes`, { query: { user_id: userId } })).data;

/** Adds a note on a user, or changes the note `id`. */
export async function saveUserNote(
  calls: QueueCalls,
  userId: number,
  text: string,
  id?: number,
): Promise<void> {
  if (id === undefined) await call(`POST /v2/${calls}/notes`, { body: { user_id: userId, text } });
  else await call(`PUT /v2/${calls}/notes/{id}`, { params: { id }, body: { text } });
}

export async function removeUserNote(calls: QueueCalls, id: number): Promise<void> {
  await call(`DELETE /v2/${calls}/notes/{id}`, { params: { id } });
}
