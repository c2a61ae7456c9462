import { useStore } from '@nanostores/react';
import { $unreadCounts, unreadCount } from '#client/messages/unread-counts.ts';
import type { MemberPage } from '#contracts/paths.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** The unread count after the link to a client page. */
export function MyPageUnread({ memberPage }: { memberPage: MemberPage }) {
  const { t } = useTexts();
  const counts = useStore($unreadCounts);
  const count =
    memberPage === 'me/letters'
      ? unreadCount(counts, 5)
      : memberPage === 'me/messages'
        ? unreadCount(counts, 0)
        : 0;
  if (count === 0) return null;
  return (
    <span className="count num">
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="vh">{t('messages.unread', { count })}</span>
    </span>
  );
}
