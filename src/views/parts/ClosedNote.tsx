import { textAroundTime } from '#i18n/text-around.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { Time } from '#islands/components/Time.tsx';
import { useTexts } from '#islands/hooks/use-texts.ts';

/** Replaces the composer in a closed thread, with the time when it reopens. */
export function ClosedNote({ reopensAt }: { reopensAt: Date | null }) {
  const { t } = useTexts();
  const [before, behind] = textAroundTime(t, 'thread.reopens');
  return (
    <p className="meta">
      <Icon name="lock" /> {t('thread.closed')}
      {reopensAt && (
        <>
          {' '}
          {before}
          <Time at={reopensAt} full />
          {behind}
        </>
      )}
    </p>
  );
}
