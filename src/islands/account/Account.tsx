import type { MouseEvent } from 'react';
import type { Account as Person } from '#client/account/account.ts';
import { isPlainClick, loginUrl } from '#client/core/page-info.ts';
import { clientPagePath } from '#contracts/paths.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Icon } from '../components/Icon.tsx';
import { useLazyOnIntent } from '../hooks/use-lazy-on-intent.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { UnreadBadge } from './UnreadBadge.tsx';
import { useReader, useUnreadAnnouncement } from './use-reader.ts';

const loadPopover = () =>
  import('../messages/BellPopover.tsx').then((module) => module.loadBellPopover());

/**
 * The link to messages with the unread count. A plain click opens the latest ones in the popover.
 * Screen readers announce an increase, at most once per interval.
 */
function MessagesBell({ unread }: { unread: number }) {
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

interface MenuProps {
  account: Person;
}

/** Fetched on intent, because Base UI is as large as React. */
const loadMenu = () => import('./AccountMenu.tsx').then((module) => module.AccountMenu);

function AvatarButton({ account }: MenuProps) {
  const { t } = useTexts();
  const { Component, intentHandlers, open } = useLazyOnIntent<MenuProps>(loadMenu);
  if (Component) return <Component account={account} />;
  return (
    <button
      className="me"
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      aria-label={t('account.menu', { name: account.nickname })}
      {...intentHandlers}
      onClick={() => void open()}
    >
      <Avatar person={account} size={32} />
    </button>
  );
}

/** Unread messages and the account's menu; for visitors the login. */
export function Account() {
  const { t } = useTexts();
  const account = useReader();
  if (account === null)
    return (
      <a href={loginUrl()} rel="nofollow">
        {t('account.login')}
      </a>
    );
  return (
    <div className="account">
      <MessagesBell unread={account?.unread ?? 0} />
      {account ? (
        <AvatarButton account={account} />
      ) : (
        <span className="me bone" aria-hidden="true" />
      )}
    </div>
  );
}
