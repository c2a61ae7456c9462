import { threadDraft } from '../drafts/thread-draft.ts';
import { forgetKept, keepInOutbox } from '../outbox/keep-in-outbox.ts';
import {
  type NewThread,
  type PostedThread,
  postThread,
  THREAD_PATH,
  threadBody,
} from './send-thread.ts';

/** Posts the thread of this page's draft; while the API is down the outbox has it, too. */
export async function postKeptThread(
  userId: number,
  thread: NewThread,
  signal: AbortSignal,
): Promise<PostedThread> {
  const { key, subject } = thread;
  const keep = (): void =>
    void keepInOutbox({
      key,
      userId,
      kind: 'thread',
      path: THREAD_PATH,
      body: threadBody(thread),
      threadId: 0,
      title: subject.trim(),
      draft: threadDraft.hold(key),
    });
  try {
    const posted = await postThread(thread, signal, keep);
    void forgetKept(key);
    return posted;
  } catch (error) {
    const outcome = await forgetKept(key);
    threadDraft.resume();
    // the worker was quicker than who cancelled it
    if (outcome?.step === 'sent') return { id: outcome.threadId, checked: outcome.checked };
    throw error;
  }
}
