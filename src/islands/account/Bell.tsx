import { useEffect, useRef, useState } from 'react';
import { roomPath } from '#contracts/paths.ts';
import { followUnread } from '#stores/live.ts';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';

/** Milliseconds between two announcements at least: a busy thread must not talk without end. */
const QUIET = 30_000;

/** Leads to the reader's messages, with how many are unread; screen readers hear of more, not each time. */
export function Bell({ unread }: { unread: number }) {
  const { t, root } = useTexts();
  const [said, setSaid] = useState('');
  const before = useRef({ unread, at: 0 });
  const label = unread > 0 ? t('account.messagesUnread', { count: unread }) : t('account.messages');
  useEffect(followUnread, []);
  useEffect(() => {
    const { unread: known, at } = before.current;
    const more = unread > known && document.visibilityState === 'visible' && Date.now() - at > QUIET;
    before.current = { unread, at: more ? Date.now() : at };
    if (more) setSaid(label);
  }, [unread, label]);
  return (
    <>
      <a className="bell" href={roomPath(root, 'me/messages')} aria-label={label}>
        <Icon name="bell" />
        {unread > 0 && (
          <span className="unread" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </a>
      <span className="vh" role="status">
        {said}
      </span>
    </>
  );
}
