import type { Badge as ShownBadge } from '#contracts/page-model.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** The role of a person; also on published pages. */
export function Badge({ badge }: { badge?: ShownBadge | undefined }) {
  const { t } = useTexts();
  return badge && <span className="tag">{t(`badge.${badge}`)}</span>;
}
