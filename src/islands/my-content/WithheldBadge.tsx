import type { OwnWithheldReason } from '#client/thread/from-wire.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';

const ICONS = { review: 'clock', deleted: 'trash', hidden: 'muted' } as const;

/** Why the reader's own post is withheld; renders nothing for visible ones. */
export function WithheldBadge({ reason }: { reason: OwnWithheldReason | undefined }) {
  const { t } = useTexts();
  if (!reason) return null;
  return (
    <span className={`withheld ${reason}`}>
      <Icon name={ICONS[reason]} />
      {t(`own.withheld.${reason}`)}
    </span>
  );
}
