import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { $account } from '#client/account/account.ts';

const Moderation = lazy(() => import('./Moderation.tsx'));

/** The moderators' tools, fetched only for moderators. */
export function LazyModeration() {
  const moderates = useStore($account)?.moderates;
  return moderates ? (
    <Suspense>
      <Moderation />
    </Suspense>
  ) : null;
}
