import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { $account, type Account } from '#stores/account.ts';
import { followUnread } from '#stores/live.ts';

/** Milliseconds between two announcements at least: a busy thread must not talk without end. */
const QUIET = 30_000;

/**
 * Who reads, whose unread messages are followed from now on. null: nobody is logged in; undefined:
 * not known yet.
 */
export function useReader(): Account | null | undefined {
  const account = useStore($account);
  const member = account !== null;
  // The page keeps room for a member, as the hint cookie told it to; the server knows better.
  useLayoutEffect(
    () => void document.documentElement.toggleAttribute('data-member', member),
    [member],
  );
  useEffect(() => (member ? followUnread() : undefined), [member]);
  return account;
}

/** What screen readers hear when there are more unread messages than before; not each time. */
export function useUnreadSaid(unread: number, label: string): string {
  const [said, setSaid] = useState('');
  const before = useRef({ unread, at: 0 });
  useEffect(() => {
    const { unread: known, at } = before.current;
    const more =
      unread > known && document.visibilityState === 'visible' && Date.now() - at > QUIET;
    before.current = { unread, at: more ? Date.now() : at };
    if (more) setSaid(label);
  }, [unread, label]);
  return said;
}
