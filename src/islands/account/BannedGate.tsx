import { useStore } from '@nanostores/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { $account } from '#client/account/account.ts';

const BanNotice = lazy(() => import('./BanNotice.tsx'));

/** Renders a form, or the ban of a banned member. */
export function BannedGate({ children }: { children: ReactNode }) {
  const isBanned = useStore($account)?.isBanned;
  if (!isBanned) return children;
  return (
    <Suspense>
      <BanNotice />
    </Suspense>
  );
}
