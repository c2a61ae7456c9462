import { type OwnRoom, roomKey, roomPath, userPath } from '#contracts/paths.ts';
import type { Account } from '#stores/account.ts';
import { logout } from '#stores/login.ts';
import { report } from '#stores/tips.ts';
import type { IconName } from '#styles/icons.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu, MenuButton, MenuGroup, MenuLine, MenuLink } from '../ui/Menu.tsx';
import { useTexts } from '../ui/text.ts';
import { RoomCount } from './RoomCount.tsx';

const ROOMS_HERE = [
  ['me/messages', 'bell'],
  ['me/letters', 'mail'],
  ['me/favourites', 'bookmark'],
  ['me/drafts', 'pencil'],
  ['me/settings', 'gear'],
] as const satisfies readonly (readonly [OwnRoom, IconName])[];

/** Begins open: it is fetched for somebody who wants it. */
export function AccountMenu({ account }: { account: Account }) {
  const { t, root } = useTexts();
  const trigger = (
    <button className="me" type="button" aria-label={t('account.menu', { name: account.nickname })}>
      <Avatar person={account} size={32} />
    </button>
  );
  const label = (
    <>
      <b className="name">{account.nickname}</b>{' '}
      <span className="level">{t('common.level', { n: account.level })}</span>
    </>
  );
  return (
    <Menu trigger={trigger} container={document.querySelector('[data-slot="account"]')} open>
      <MenuGroup label={label}>
        <MenuLink href={userPath(root, account.id)}>
          <Icon name="user" />
          {t('account.profile')}
        </MenuLink>
        <MenuLink href={userPath(root, account.id, 'replies')}>
          <Icon name="comment" />
          {t('account.replies')}
        </MenuLink>
      </MenuGroup>
      <MenuLine />
      {ROOMS_HERE.map(([room, icon]) => (
        <MenuLink key={room} href={roomPath(root, room)}>
          <Icon name={icon} />
          {t(`room.${roomKey(room)}`)}
          <RoomCount room={room} />
        </MenuLink>
      ))}
      <MenuLine />
      <MenuButton onClick={() => void logout().catch(report)}>
        <Icon name="logout" />
        {t('account.logout')}
      </MenuButton>
    </Menu>
  );
}
