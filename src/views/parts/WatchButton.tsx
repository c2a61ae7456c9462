import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';

/* The button that watches what the slot around it is about; for members an island replaces it. */
interface Props {
  /** The id of the heading that says what it is about, where a page has several. */
  describedBy?: string;
}

export function WatchButton({ describedBy }: Props) {
  const { t } = useTexts();
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
