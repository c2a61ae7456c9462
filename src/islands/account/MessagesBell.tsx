import { clientPagePath } from '#contracts/paths.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { UnreadBadge } from './UnreadBadge.tsx';
import { useUnreadAnnouncement } from './use-reader.ts';

/**
 * The link to the reader's messages, with the unread count. Screen readers hear when it rises, but
 * not each time.
 */
export function MessagesBell({ unread }: { unread: number }) {
  const { t, root } = useTexts();
  const label = unread > 0 ? t('account.messagesUnread', { count: unread }) : t('account.messages');
  const announcement = useUnreadAnnouncement(unread, label);
  return (
    <>
      <a className="bell" href={clientPagePath(root, 'me/messages')} aria-label={label}>
        <Icon name="bell" />
        <UnreadBadge count={unread} />
      </a>
      <span className="vh" role="status">
        {announcement}
      </span>
    </>
  );
}
