import type { Badge as ShownBadge } from '#contracts/page-model.ts';
import type { TFunction } from '#i18n/translation-key.ts';

interface Props {
  badge?: ShownBadge | undefined;
  t: TFunction;
}

/** The office of a person; published pages have it too. */
export function Badge({ badge, t }: Props) {
  return badge && <span className="tag">{t(`badge.${badge}`)}</span>;
}
