import { atom } from 'nanostores';
import type { ReportKindWire } from '#contracts/wire/replies.ts';
import { call } from '../core/api.ts';

/** A thread is reported by its first post. */
export type ReportTarget =
  | { kind: 'thread' | 'reply'; postId: number }
  | { kind: 'comment'; commentId: number }
  | { kind: 'letter'; letterId: number };

/** The open dialog's target. */
export const $reported = atom<ReportTarget | undefined>(undefined);

/** Throws Failure. */
export async function loadReportKinds(): Promise<readonly ReportKindWire[]> {
  return (await call('GET /v1/thread/post/report/list')).kinds;
}

/** Throws Failure. */
export async function sendReport(
  target: ReportTarget,
  kind: string,
  message: string,
): Promise<void> {
  const item =
    target.kind === 'comment'
      ? { comment_id: target.commentId }
      : target.kind === 'letter'
        ? { letter_id: target.letterId }
        : { post_id: target.postId };
  await call('POST /v1/thread/post/report', { body: { ...item, report_type: kind, message } });
}
