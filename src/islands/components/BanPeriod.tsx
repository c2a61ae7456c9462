import { formatDateTime, formatZoned, offsetName } from '#i18n/format.ts';
import { useTexts } from '../hooks/use-texts.ts';

interface Props {
  ban: { begin_at: string; end_at: string | null };
  /** The community's time zone, in which bans are entered and shown. */
  zone: string;
}

/** The start and end of a ban. The zone is named once, unless its offset changes in between. */
export function BanPeriod({ ban, zone }: Props) {
  const { t, lang } = useTexts();
  const begin = new Date(ban.begin_at);
  if (ban.end_at === null)
    return <>{t('moderation.ban.endless', { from: formatZoned(lang, begin, zone) })}</>;
  const end = new Date(ban.end_at);
  const isSameOffset = offsetName(begin, zone) === offsetName(end, zone);
  const from = (isSameOffset ? formatDateTime : formatZoned)(lang, begin, zone);
  return <>{t('moderation.ban.span', { from, until: formatZoned(lang, end, zone) })}</>;
}
