import { useStore } from '@nanostores/react';
import type { Removal } from '#contracts/removals.ts';
import { $removals } from '#stores/thread/removals.ts';

interface ShownContent {
  thread: number;
  /** The reply of the thread, when a reply is shown. */
  post?: number | undefined;
  user: number;
}

const covers = (gone: Removal, { thread, post, user }: ShownContent): boolean =>
  'user' in gone
    ? gone.user === user
    : gone.thread === thread &&
      gone.comment === undefined &&
      (gone.post === undefined || gone.post === post);

/** Whether a listed post was removed since the page was loaded (R29). */
export const useRemoved = (shown: ShownContent): boolean =>
  useStore($removals).some((one) => covers(one, shown));
