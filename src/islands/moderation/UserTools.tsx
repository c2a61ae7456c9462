import { useStore } from '@nanostores/react';
import { $account } from '#stores/account.ts';
import { LaterMenu } from '../ui/LaterMenu.tsx';
import { useTexts } from '../ui/text.ts';
import { Host } from './Host.tsx';
import { Shield } from './Shield.tsx';

const loadMenu = () => import('./UserMenu.tsx').then((module) => module.UserMenu);

/** On somebody's page: bans and warnings (R29, R35). */
export default function UserTools({ userId }: { userId: number }) {
  const { t } = useTexts();
  const reader = useStore($account)?.id;
  const ways = document.querySelector('.user-head .ways');
  if (!ways || reader === userId) return null;
  const label = t('moderation.menu.user');
  return (
    <Host in={ways} className="user-tools" as="span">
      <LaterMenu
        label={label}
        load={loadMenu}
        menu={{ userId, label }}
        button={{ className: 'btn moderate', 'data-act': 'moderate', children: <Shield /> }}
      />
    </Host>
  );
}
