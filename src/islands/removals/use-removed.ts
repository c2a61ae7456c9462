import { useStore } from '@nanostores/react';
import { $removals } from '#client/thread/removals.ts';
import type { Removal } from '#contracts/removals.ts';

interface ShownContent {
  thread: number;
  /** The reply's id, for a reply. */
  post?: number | undefined;
  user: number;
}

const covers = (removal: Removal, { thread, post, user }: ShownContent): boolean =>
  'user' in removal
    ? removal.user === user
    : removal.thread === thread &&
      removal.comment === undefined &&
      (removal.post === undefined || removal.post === post);

/** Whether a listed post was removed since the page was loaded (R29). */
export const useRemoved = (shown: ShownContent): boolean =>
  useStore($removals).some((one) => covers(one, shown));
