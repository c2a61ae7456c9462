import { formatDateTime } from '#i18n/format.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** Whether the author is banned now: until a time, or 'infinity'. */
export function BanState({ until }: { until: string | null }) {
  const { t, lang } = useTexts();
  if (!until) return null;
  return (
    <p className="dot failed">
      {until === 'infinity'
        ? t('moderation.reports.bannedForGood')
        : t('moderation.reports.bannedUntil', { time: formatDateTime(lang, new Date(until)) })}
    </p>
  );
}
