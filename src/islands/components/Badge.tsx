import type { Badge as ShownBadge } from '#contracts/page-model.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** The office of a person; published pages have it too. */
export function Badge({ badge }: { badge?: ShownBadge | undefined }) {
  const { t } = useTexts();
  return badge && <span className="tag">{t(`badge.${badge}`)}</span>;
}
