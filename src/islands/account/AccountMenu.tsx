import { useStore } from '@nanostores/react';
import { type OwnRoom, roomKey, roomPath, userPath } from '#contracts/paths.ts';
import type { MessageCountsWire } from '#contracts/wire/member.ts';
import type { Account } from '#stores/account.ts';
import { logout } from '#stores/login.ts';
import { report } from '#stores/tips.ts';
import { $counts } from '#stores/unread.ts';
import type { IconName } from '#styles/icons.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu, MenuButton, MenuGroup, MenuLine, MenuLink } from '../ui/Menu.tsx';
import { useTexts } from '../ui/text.ts';

const ROOMS_HERE = [
  ['me/messages', 'bell'],
  ['me/letters', 'mail'],
  ['me/favourites', 'bookmark'],
  ['me/drafts', 'pencil'],
  ['me/settings', 'gear'],
] as const satisfies readonly (readonly [OwnRoom, IconName])[];

function counted(room: OwnRoom, counts: MessageCountsWire | undefined): number {
  if (!counts) return 0;
  if (room === 'me/letters') return counts.letter_msg_count;
  return room === 'me/messages' ? counts.at_msg_count + counts.post_msg_count + counts.sys_msg_count + counts.thread_msg_count : 0;
}

/** Begins open: it is fetched for somebody who wants it. */
export function AccountMenu({ account }: { account: Account }) {
  const { t, root } = useTexts();
  const counts = useStore($counts);
  const trigger = (
    <button className="me" type="button" aria-label={t('account.menu', { name: account.nickname })}>
      <Avatar person={account} size={32} />
    </button>
  );
  const label = (
    <>
      <b className="name">{account.nickname}</b> <span className="level">{t('common.level', { n: account.level })}</span>
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
          {counted(room, counts) > 0 && (
            <span className="count num">
              <span aria-hidden="true">{counted(room, counts)}</span>
              <span className="vh">{t('messages.unread', { count: counted(room, counts) })}</span>
            </span>
          )}
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
