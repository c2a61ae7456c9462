import { useStore } from '@nanostores/react';
import type { Gone } from '#contracts/gone.ts';
import { $gone } from '#stores/gone.ts';

interface Shown {
  thread: number;
  /** A reply of it, when that is what is shown. */
  post?: number | undefined;
  user: number;
}

const takes = (gone: Gone, { thread, post, user }: Shown): boolean =>
  'user' in gone
    ? gone.user === user
    : gone.thread === thread &&
      gone.comment === undefined &&
      (gone.post === undefined || gone.post === post);

/** Whether something that an island lists was taken away since the page came (R29). */
export const useGone = (shown: Shown): boolean => useStore($gone).some((one) => takes(one, shown));
