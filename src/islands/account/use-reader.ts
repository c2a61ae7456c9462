import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { $account, type Account } from '#client/account/account.ts';
import { followLiveUpdates } from '#client/core/live-updates.ts';

/** Milliseconds between two announcements, so that a busy thread isn't announced all the time. */
const MIN_ANNOUNCEMENT_INTERVAL_MS = 30_000;

/** The current user with current unread counts. null: logged out; undefined: not known yet. */
export function useReader(): Account | null | undefined {
  const account = useStore($account);
  const isMember = account !== null;
  // The page reserves space by the hint cookie; the server's answer replaces it.
  useLayoutEffect(
    () => void document.documentElement.toggleAttribute('data-member', isMember),
    [isMember],
  );
  useEffect(() => (isMember ? followLiveUpdates() : undefined), [isMember]);
  return account;
}

/** The announcement of a higher unread count, limited in frequency. */
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
