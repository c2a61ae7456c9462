import { useEffect } from 'react';
import { Menu, MenuButton } from '../ui/Menu.tsx';
import { useTexts } from '../ui/text.ts';
import { $asking, loadDialogs } from './asking.ts';
import { Shield } from './Shield.tsx';

export function UserMenu({ userId, label }: { userId: number; label: string }) {
  const { t } = useTexts();
  useEffect(() => void loadDialogs().catch(() => undefined), []);
  const trigger = (
    <button type="button" className="btn moderate" data-act="moderate" aria-label={label}>
      <Shield />
    </button>
  );
  return (
    <Menu trigger={trigger} container={document.querySelector('#main')} open>
      <MenuButton onClick={() => $asking.set({ ban: { userId } })}>
        {t('moderation.ban.item')}
      </MenuButton>
      <MenuButton onClick={() => $asking.set({ warn: { userId } })}>
        {t('moderation.warn.item')}
      </MenuButton>
    </Menu>
  );
}
