import { useStore } from '@nanostores/react';
import type { Removal } from '#contracts/removals.ts';
import { $removals } from '#stores/thread/removals.ts';

interface ShownContent {
  thread: number;
  /** A reply of it, when that is what is shown. */
  post?: number | undefined;
  user: number;
}

const covers = (gone: Removal, { thread, post, user }: ShownContent): boolean =>
  'user' in gone
    ? gone.user === user
    : gone.thread === thread &&
      gone.comment === undefined &&
      (gone.post === undefined || gone.post === post);

/** Whether something that an island lists was taken away since the page came (R29). */
export const useRemoved = (shown: ShownContent): boolean =>
  useStore($removals).some((one) => covers(one, shown));
