import { lazy, Suspense, useState } from 'react';
import type { Account } from '#client/account/account.ts';
import { logout } from '#client/account/login.ts';
import { loginUrl } from '#client/core/page-info.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { type MemberPage, userPath } from '#contracts/paths.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Button } from '../components/Button.tsx';
import { SlotPortal } from '../components/SlotPortal.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { MyPageUnread } from './MyPageUnread.tsx';
import { UnreadBadge } from './UnreadBadge.tsx';
import { useReader, useUnreadAnnouncement } from './use-reader.ts';

const PendingLink = lazy(() => import('./PendingLink.tsx'));

const findSlots = () => ({
  account: document.querySelector('[data-slot="account"]'),
  tab: document.querySelector('[data-slot="unread"]'),
  unreadSlots: [...document.querySelectorAll<HTMLElement>('[data-slot="unread-count"]')].map(
    (at) => ({ at, memberPage: at.dataset.of as MemberPage }),
  ),
});

function AccountHeader({ account }: { account: Account | null }) {
  const { t, root } = useTexts();
  if (!account)
    return (
      <>
        <p className="meta">{t('phone.guest')}</p>
        <a className="btn fill" href={loginUrl()} rel="nofollow">
          {t('account.login')}
        </a>
      </>
    );
  return (
    <>
      <a className="self" href={userPath(root, account.id)}>
        <Avatar person={account} size={48} />
        <span>
          <b className="name" translate="no">
            {account.nickname}
          </b>
          <span className="meta">
            {t('common.level', { n: account.level })} · {t('account.profile')}
          </span>
        </span>
      </a>
      <Button onClick={() => void logout().catch(showErrorToast)}>{t('account.logout')}</Button>
    </>
  );
}

/**
 * The unread count of the messages' tab. The announcement is outside of the tab, so that the tab's
 * name has the count only once.
 */
function UnreadTab({ at, count }: { at: Element; count: number }) {
  const { t } = useTexts();
  const announcement = useUnreadAnnouncement(count, t('account.messagesUnread', { count }));
  return (
    <>
      <SlotPortal at={at}>
        <UnreadBadge count={count} />
        {count > 0 && <span className="vh"> {t('messages.unread', { count })}</span>}
      </SlotPortal>
      <span className="vh" role="status">
        {announcement}
      </span>
    </>
  );
}

/** The reader's parts of phone pages: unread counts, and the header of the page "me". */
export function PhoneAccount() {
  const account = useReader();
  const [{ account: head, tab, unreadSlots }] = useState(findSlots);
  return (
    <>
      {head && account !== undefined && (
        <SlotPortal at={head}>
          <AccountHeader account={account} />
        </SlotPortal>
      )}
      {head && account?.moderates && (
        <Suspense>
          <PendingLink />
        </Suspense>
      )}
      {account && tab && <UnreadTab at={tab} count={account.unread} />}
      {account &&
        unreadSlots.map(({ at, memberPage }) => (
          <SlotPortal key={memberPage} at={at}>
            <MyPageUnread memberPage={memberPage} />
          </SlotPortal>
        ))}
    </>
  );
}
