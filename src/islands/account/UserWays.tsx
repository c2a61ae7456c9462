import { useStore } from '@nanostores/react';
import { settingsPath } from '#contracts/paths.ts';
import { $account } from '#stores/account.ts';
import { Icon } from '../ui/Icon.tsx';
import { Slot } from '../ui/Slot.tsx';
import { useTexts } from '../ui/text.ts';

/** On one's own page there is nobody to write to, but settings to change. */
export function UserWays({ at, userId }: { at: Element; userId: number }) {
  const { t, root } = useTexts();
  const reader = useStore($account)?.id;
  if (reader !== userId) return null;
  return (
    <Slot at={at}>
      <a className="btn" href={settingsPath(root)}>
        <Icon name="gear" />
        {t('user.settings')}
      </a>
    </Slot>
  );
}
