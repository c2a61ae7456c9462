import { formatZoned } from '#i18n/format.ts';
import { useTexts } from '../../hooks/use-texts.ts';

interface Props {
  /** A time, or 'infinity'. */
  until: string | null;
  /** The community's. */
  zone: string;
}

/** Whether the author is banned now. */
export function BanState({ until, zone }: Props) {
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
