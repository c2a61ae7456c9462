import { atom } from 'nanostores';
import type { infer as Infer } from 'zod';
import type { UserBriefsReplyWire } from '#contracts/wire/user.ts';
import { $account } from './account.ts';
import { call } from './api.ts';
import { Failure } from './failure.ts';

/** Whether the page's thread is resolved; undefined while it is as published. */
export const $resolved = atom<boolean | undefined>(undefined);
/** Whether the reader moderates the forum of the page's thread. */
export const $moderates = atom(false);

/** Who moderates everywhere: these users and groups (R20). */
const EVERYWHERE: readonly number[] = [10_000, 10_001];

/** Learns whether the reader moderates a forum; what they may is judged by the server. A failure leaves them a member. */
export async function learnModerating(forumId: number): Promise<void> {
  const id = $account.get()?.id;
  if (id === undefined) return;
  if (EVERYWHERE.includes(id)) return $moderates.set(true);
  try {
    const { data } = await call<Infer<typeof UserBriefsReplyWire>>('/v1/thread/user/list', { query: { forum_id: forumId }, quiet: true });
    $moderates.set(data.some((one) => one.id === id));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

/** Marks the page's thread as resolved or takes that back: shown at once, undone when the server refuses. Throws Failure. */
export async function resolve(threadId: number, resolved: boolean): Promise<void> {
  const before = $resolved.get();
  $resolved.set(resolved);
  try {
    await call(`/v2/user/thread/${threadId}/${resolved ? 'resolve' : 'unresolve'}`, { method: 'POST' });
  } catch (error) {
    $resolved.set(before);
    throw error;
  }
}
