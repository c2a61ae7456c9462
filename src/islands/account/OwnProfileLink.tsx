import { useStore } from '@nanostores/react';
import { $account } from '#client/account/account.ts';
import { settingsPath } from '#contracts/paths.ts';
import { Icon } from '../components/Icon.tsx';
import { SlotPortal } from '../components/SlotPortal.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** A link to the settings, which replaces the "write" link on one's own page. */
export function OwnProfileLink({ at, userId }: { at: Element; userId: number }) {
  const { t, root } = useTexts();
  const readerId = useStore($account)?.id;
  if (readerId !== userId) return null;
  return (
    <SlotPortal at={at}>
      <a className="btn" href={settingsPath(root)}>
        <Icon name="gear" />
        {t('clientPage.settings')}
      </a>
    </SlotPortal>
  );
}
