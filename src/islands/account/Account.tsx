import { type ComponentType, useState } from 'react';
import type { Account as Person } from '#stores/account/account.ts';
import { loginUrl } from '#stores/client/page-info.ts';
import { Avatar } from '../components/Avatar.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { MessagesBell } from './MessagesBell.tsx';
import { useReader } from './use-reader.ts';

interface MenuProps {
  account: Person;
}

/**
 * The menu brings Base UI with it, which is as large as React: it comes when somebody reaches for
 * the avatar.
 */
const loadMenu = () => import('./AccountMenu.tsx');

function AvatarButton({ account }: MenuProps) {
  const { t } = useTexts();
  const [Menu, setMenu] = useState<ComponentType<MenuProps>>();
  if (Menu) return <Menu account={account} />;
  const open = () => void loadMenu().then((module) => setMenu(() => module.AccountMenu));
  return (
    <button
      className="me"
      type="button"
      aria-haspopup="menu"
      aria-expanded="false"
      aria-label={t('account.menu', { name: account.nickname })}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={open}
    >
      <Avatar person={account} size={32} />
    </button>
  );
}

/**
 * The reader's place in the header: unread messages and the menu of the account; a way to log in
 * for others.
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
