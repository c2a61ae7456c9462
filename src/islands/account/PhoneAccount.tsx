import { useState } from 'react';
import { type OwnRoom, userPath } from '#contracts/paths.ts';
import type { Account } from '#stores/account.ts';
import { logout } from '#stores/login.ts';
import { loginAddress } from '#stores/page.ts';
import { report } from '#stores/tips.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTexts } from '../ui/text.ts';
import { RoomCount } from './RoomCount.tsx';
import { useReader, useUnreadSaid } from './reader.ts';
import { Unread } from './Unread.tsx';

/** The slots of a phone's page; where they stand is the pages'. */
const slots = () => ({
  account: document.querySelector('[data-slot="account"]'),
  tab: document.querySelector('[data-slot="unread"]'),
  rooms: [...document.querySelectorAll<HTMLElement>('[data-slot="room-count"]')].map((at) => ({
    at,
    room: at.dataset.of as OwnRoom,
  })),
});

/** The head of the page "me". */
function Me({ account }: { account: Account | null }) {
  const { t, root } = useTexts();
  if (!account)
    return (
      <>
        <p className="meta">{t('phone.guest')}</p>
        <a className="btn fill" href={loginAddress()} rel="nofollow">
          {t('account.login')}
        </a>
      </>
    );
  return (
    <>
      <a className="self" href={userPath(root, account.id)}>
        <Avatar person={account} size={48} />
        <span>
          <b className="name">{account.nickname}</b>
          <span className="meta">
            {t('common.level', { n: account.level })} · {t('account.profile')}
          </span>
        </span>
      </a>
      <Button onClick={() => void logout().catch(report)}>{t('account.logout')}</Button>
    </>
  );
}

/**
 * Beside the word of the tab that leads to messages; what is new is said outside, for the tab's
 * name not to hold it twice.
 */
function TabUnread({ at, count }: { at: Element; count: number }) {
  const { t } = useTexts();
  const said = useUnreadSaid(count, t('account.messagesUnread', { count }));
  return (
    <>
      <Slot at={at}>
        <Unread count={count} />
        {count > 0 && <span className="vh"> {t('messages.unread', { count })}</span>}
      </Slot>
      <span className="vh" role="status">
        {said}
      </span>
    </>
  );
}

/**
 * The reader on a phone's page: unread messages at their tab and their rooms, and the head of the
 * page "me".
 */
export function PhoneAccount() {
  const account = useReader();
  const [{ account: head, tab, rooms }] = useState(slots);
  return (
    <>
      {head && account !== undefined && (
        <Slot at={head}>
          <Me account={account} />
        </Slot>
      )}
      {account && tab && <TabUnread at={tab} count={account.unread} />}
      {account &&
        rooms.map(({ at, room }) => (
          <Slot key={room} at={at}>
            <RoomCount room={room} />
          </Slot>
        ))}
    </>
  );
}
