import { useEffect } from 'react';
import { Menu, MenuButton } from '../components/Menu.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { $dialog } from './dialog-store.ts';
import { loadDialogs } from './load-dialogs.ts';
import { ModerateIcon } from './ModerateIcon.tsx';

export function ModerateUserMenu({ userId, label }: { userId: number; label: string }) {
  const { t } = useTexts();
  useEffect(() => void loadDialogs().catch(() => undefined), []);
  const trigger = (
    <button type="button" className="btn moderate" data-act="moderate" aria-label={label}>
      <ModerateIcon />
    </button>
  );
  return (
    <Menu trigger={trigger} container={document.querySelector('#main')} open>
      <MenuButton onClick={() => $dialog.set({ ban: { userId } })}>
        {t('moderation.ban.item')}
      </MenuButton>
      <MenuButton onClick={() => $dialog.set({ warn: { userId } })}>
        {t('moderation.warn.item')}
      </MenuButton>
    </Menu>
  );
}
