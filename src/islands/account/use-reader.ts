import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { $account, type Account } from '#client/account/account.ts';
import { followLiveUpdates } from '#client/core/live-updates.ts';

/** Least milliseconds between two announcements, so that a busy thread doesn't talk without end. */
const MIN_ANNOUNCEMENT_INTERVAL_MS = 30_000;

/**
 * The current user, whose unread counts are kept up to date. null: nobody is logged in; undefined:
 * not known yet.
 */
export function useReader(): Account | null | undefined {
  const account = useStore($account);
  const isMember = account !== null;
  // The page keeps space for a member, as the hint cookie says; the server knows better.
  useLayoutEffect(
    () => void document.documentElement.toggleAttribute('data-member', isMember),
    [isMember],
  );
  useEffect(() => (isMember ? followLiveUpdates() : undefined), [isMember]);
  return account;
}

/** The announcement for screen readers when the unread count rises; not each time. */
export function useUnreadAnnouncement(unread: number, label: string): string {
  const [announcement, setAnnouncement] = useState('');
  const before = useRef({ unread, at: 0 });
  useEffect(() => {
    const { unread: known, at } = before.current;
    const shouldAnnounce =
      unread > known &&
      document.visibilityState === 'visible' &&
      Date.now() - at > MIN_ANNOUNCEMENT_INTERVAL_MS;
    before.current = { unread, at: shouldAnnounce ? Date.now() : at };
    if (shouldAnnounce) setAnnouncement(label);
  }, [unread, label]);
  return announcement;
}
