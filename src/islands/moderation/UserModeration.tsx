import { useStore } from '@nanostores/react';
import { $account } from '#client/account/account.ts';
import { LazyMenu } from '../components/LazyMenu.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { ModerateIcon } from './ModerateIcon.tsx';
import { ModeratorTools } from './ModeratorTools.tsx';

const loadMenu = () => import('./ModerateTargetMenu.tsx').then((module) => module.ModerateUserMenu);

export default function UserModeration({ userId }: { userId: number }) {
  const { t } = useTexts();
  const readerId = useStore($account)?.id;
  if (readerId === userId) return null;
  const label = t('moderation.menu.user');
  return (
    <ModeratorTools head=".user-head">
      <LazyMenu
        label={label}
        load={loadMenu}
        menu={{ userId, label }}
        button={{ className: 'tool moderate', 'data-act': 'moderate', children: <ModerateIcon /> }}
      />
    </ModeratorTools>
  );
}
