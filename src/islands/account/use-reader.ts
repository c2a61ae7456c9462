import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { $account, type Account } from '#stores/account/account.ts';
import { followLiveUpdates } from '#stores/client/live-updates.ts';

/** Milliseconds between two announcements at least: a busy thread must not talk without end. */
const MIN_ANNOUNCEMENT_INTERVAL_MS = 30_000;

/**
 * Who reads, whose unread messages are followed from now on. null: nobody is logged in; undefined:
 * not known yet.
 */
export function useReader(): Account | null | undefined {
  const account = useStore($account);
  const isMember = account !== null;
  // The page keeps room for a member, as the hint cookie told it to; the server knows better.
  useLayoutEffect(
    () => void document.documentElement.toggleAttribute('data-member', isMember),
    [isMember],
  );
  useEffect(() => (isMember ? followLiveUpdates() : undefined), [isMember]);
  return account;
}

/** What screen readers hear when there are more unread messages than before; not each time. */
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
