import type { TFunction } from '#i18n/translation-key.ts';
import { Icon } from './Icon.tsx';

/* The button that watches what the slot around it is about; for members an island replaces it. */
interface Props {
  t: TFunction;
  /** The id of the heading that says what it is about, where a page has several. */
  describedBy?: string;
}

export function WatchButton({ t, describedBy }: Props) {
  return (
    <button
      className="btn"
      type="button"
      data-act="watch"
      aria-haspopup="menu"
      aria-describedby={describedBy}
    >
      <Icon name="eye" />
      <span>{t('watch.watch')}</span>
    </button>
  );
}
