import { useStore } from '@nanostores/react';
import { $account } from '#client/account/account.ts';
import { LazyMenu } from '../components/LazyMenu.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { AppendPortal } from './AppendPortal.tsx';
import { ModerateIcon } from './ModerateIcon.tsx';

const loadMenu = () => import('./ModerateTargetMenu.tsx').then((module) => module.ModerateUserMenu);

/** Bans and warnings on a user's page (R29, R35). */
export default function UserModeration({ userId }: { userId: number }) {
  const { t } = useTexts();
  const readerId = useStore($account)?.id;
  const profileLinks = document.querySelector('.user-head .ways');
  if (!profileLinks || readerId === userId) return null;
  const label = t('moderation.menu.user');
  return (
    <AppendPortal in={profileLinks} className="user-tools" as="span">
      <LazyMenu
        label={label}
        load={loadMenu}
        menu={{ userId, label }}
        button={{ className: 'btn moderate', 'data-act': 'moderate', children: <ModerateIcon /> }}
      />
    </AppendPortal>
  );
}
