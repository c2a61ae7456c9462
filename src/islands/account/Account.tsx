import type { Account as Person } from '#client/account/account.ts';
import { loginUrl } from '#client/core/page-info.ts';
import { Avatar } from '../components/Avatar.tsx';
import { useLazyOnIntent } from '../hooks/use-lazy-on-intent.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { MessagesBell } from './MessagesBell.tsx';
import { useReader } from './use-reader.ts';

interface MenuProps {
  account: Person;
}

/** The menu needs Base UI, which is as large as React: it is fetched on intent. */
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

/**
 * The header's part for the reader: unread messages and the account's menu; for visitors a link to
 * log in.
 */
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
