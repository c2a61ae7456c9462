import { atom } from 'nanostores';
import type { ReportKindWire } from '#contracts/wire/replies.ts';
import { call } from '../client/api.ts';

/** The post whose report dialog is open; `first` is a thread's first post. */
export const $reportedPost = atom<{ postId: number; first: boolean } | undefined>(undefined);

/** The kinds of reports. Throws Failure. */
export async function loadReportKinds(): Promise<readonly ReportKindWire[]> {
  return (await call('GET /v1/thread/post/report/list')).kinds;
}

/** Throws Failure. */
export async function sendReport(postId: number, kind: string, message: string): Promise<void> {
  await call('POST /v1/thread/post/report', {
    body: { post_id: postId, report_type: kind, message },
  });
}
