import type { Account } from '#client/account/account.ts';
import { logout } from '#client/account/login.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { clientPageKey, clientPagePath, type MemberPage, userPath } from '#contracts/paths.ts';
import type { IconName } from '#styles/icons.ts';
import { Avatar } from '../components/Avatar.tsx';
import { Icon } from '../components/Icon.tsx';
import { Menu, MenuButton, MenuGroup, MenuLink, MenuSeparator } from '../components/Menu.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { MyPageUnread } from './MyPageUnread.tsx';
import { PendingLabel } from './PendingLink.tsx';

const MENU_PAGES = [
  ['me/news', 'refresh'],
  ['me/messages', 'bell'],
  ['me/letters', 'mail'],
  ['me/favourites', 'star'],
  ['me/bookmarks', 'bookmark'],
  ['me/watching', 'eye'],
  ['me/drafts', 'pencil'],
  ['me/settings', 'gear'],
] as const satisfies readonly (readonly [MemberPage, IconName])[];

/** The account's menu, open on mount: a press of its button loads it. */
export function AccountMenu({ account }: { account: Account }) {
  const { t, root } = useTexts();
  const trigger = (
    <button className="me" type="button" aria-label={t('account.menu', { name: account.nickname })}>
      <Avatar person={account} size={32} />
    </button>
  );
  const label = (
    <>
      <b className="name" translate="no">
        {account.nickname}
      </b>{' '}
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
      <MenuSeparator />
      {account.moderates && (
        <MenuLink href={clientPagePath(root, 'me/moderation')}>
          <PendingLabel />
        </MenuLink>
      )}
      {MENU_PAGES.map(([memberPage, icon]) => (
        <MenuLink key={memberPage} href={clientPagePath(root, memberPage)}>
          <Icon name={icon} />
          {t(`clientPage.${clientPageKey(memberPage)}`)}
          <MyPageUnread memberPage={memberPage} />
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuButton onClick={() => void logout().catch(showErrorToast)}>
        <Icon name="logout" />
        {t('account.logout')}
      </MenuButton>
    </Menu>
  );
}
