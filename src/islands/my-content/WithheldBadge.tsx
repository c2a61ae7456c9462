import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** States that only the author is told of. */
const WITHHELD_STATES: Readonly<Record<number, 'hidden' | 'deleted'>> = {
  1: 'hidden',
  2: 'deleted',
};

/** Why a post of the reader's own is withheld from others; renders nothing for visible ones. */
export function WithheldBadge({ state, checked }: { state: number; checked: number }) {
  const { t } = useTexts();
  const why = WITHHELD_STATES[state] ?? (checked === 1 ? undefined : 'review');
  if (!why) return null;
  return (
    <span className={`withheld ${why}`}>
      <Icon name={why === 'review' ? 'clock' : why === 'deleted' ? 'trash' : 'muted'} />
      {t(`own.withheld.${why}`)}
    </span>
  );
}
