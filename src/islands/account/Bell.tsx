import { roomPath } from '#contracts/paths.ts';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';
import { useUnreadSaid } from './reader.ts';
import { Unread } from './Unread.tsx';

/**
 * Leads to the reader's messages, with how many are unread; screen readers hear of more, not each
 * time.
 */
export function Bell({ unread }: { unread: number }) {
  const { t, root } = useTexts();
  const label = unread > 0 ? t('account.messagesUnread', { count: unread }) : t('account.messages');
  const said = useUnreadSaid(unread, label);
  return (
    <>
      <a className="bell" href={roomPath(root, 'me/messages')} aria-label={label}>
        <Icon name="bell" />
        <Unread count={unread} />
      </a>
      <span className="vh" role="status">
        {said}
      </span>
    </>
  );
}
