import { formatZoned } from '#i18n/format.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** The author's current ban: its end in the community's zone, or 'infinity'. */
export function BanState({ until, zone }: { until: string | null; zone: string }) {
  const { t, lang } = useTexts();
  if (!until) return null;
  return (
    <p className="dot failed">
      {until === 'infinity'
        ? t('moderation.reports.bannedForGood')
        : t('moderation.reports.bannedUntil', { time: formatZoned(lang, new Date(until), zone) })}
    </p>
  );
}
