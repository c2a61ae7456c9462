import type { Lang } from '#contracts/language.ts';
import { formatDateTime, formatDay, isoMinute, offsetName } from '#i18n/format.ts';

interface Props {
  at: Date;
  lang: Lang;
  /**
   * Shows the time of day too; others become relative in the browser. Without a script its zone is
   * named, as it isn't the reader's.
   */
  full?: boolean;
}

export function Time({ at, lang, full }: Props) {
  return (
    <time dateTime={isoMinute(at)} data-full={full ? '' : undefined}>
      {full ? formatDateTime(lang, at) : formatDay(lang, at)}
      {full && <noscript> ({offsetName(at)})</noscript>}
    </time>
  );
}
