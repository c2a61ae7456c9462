import type { MouseEvent } from 'react';
import { isPlainClick } from '#client/core/page-info.ts';
import { clientPagePath } from '#contracts/paths.ts';
import { Icon } from '../components/Icon.tsx';
import { useLazyOnIntent } from '../hooks/use-lazy-on-intent.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { UnreadBadge } from './UnreadBadge.tsx';
import { useUnreadAnnouncement } from './use-reader.ts';

const loadPopover = () =>
  import('../messages/BellPopover.tsx').then((module) => module.loadBellPopover());

/**
 * The link to the reader's messages, with the unread count; a plain click opens the latest of them
 * in place, which the popover answers from then on. Screen readers hear when the count rises, but
 * not each time.
 */
export function MessagesBell({ unread }: { unread: number }) {
  const { t, root } = useTexts();
  const label = unread > 0 ? t('account.messagesUnread', { count: unread }) : t('account.messages');
  const announcement = useUnreadAnnouncement(unread, label);
  const { Component: BellPopover, intentHandlers, open } = useLazyOnIntent<object>(loadPopover);
  const href = clientPagePath(root, 'me/messages');
  const press = (event: MouseEvent) => {
    if (BellPopover || !isPlainClick(event)) return;
    event.preventDefault();
    open().catch(() => location.assign(href));
  };
  return (
    <>
      <a
        className="bell"
        href={href}
        aria-label={label}
        aria-haspopup="dialog"
        {...intentHandlers}
        onClick={press}
      >
        <Icon name="bell" />
        <UnreadBadge count={unread} />
      </a>
      <span className="vh" role="status">
        {announcement}
      </span>
      {BellPopover && <BellPopover />}
    </>
  );
}
