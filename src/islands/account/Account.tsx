import { type ComponentType, useState } from 'react';
import type { Account as Person } from '#stores/account.ts';
import { loginAddress } from '#stores/page.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { useTexts } from '../ui/text.ts';
import { Bell } from './Bell.tsx';
import { useReader } from './reader.ts';

interface MenuProps {
  account: Person;
}

/**
 * The menu brings Base UI with it, which is as large as React: it comes when somebody reaches for
 * the avatar.
 */
const loadMenu = () => import('./AccountMenu.tsx');

function Me({ account }: MenuProps) {
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
      <a href={loginAddress()} rel="nofollow">
        {t('account.login')}
      </a>
    );
  return (
    <div className="account">
      <Bell unread={account?.unread ?? 0} />
      {account ? <Me account={account} /> : <span className="me bone" aria-hidden="true" />}
    </div>
  );
}
