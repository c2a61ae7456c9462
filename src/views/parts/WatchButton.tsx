import { Icon } from '#islands/components/Icon.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';

/* The button that watches the target of its slot; an island replaces it for members. */
interface Props {
  /** Id of the heading that describes it, if a page has several. */
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
