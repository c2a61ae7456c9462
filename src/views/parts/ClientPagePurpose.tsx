import type { ClientPage } from '#contracts/paths.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';

/** Lists that are easily taken for each other. */
const EXPLAINED = {
  'me/favourites': 'favourites',
  'me/bookmarks': 'bookmarks',
  'me/watching': 'watching',
} as const;
const isExplained = (page: ClientPage): page is keyof typeof EXPLAINED => page in EXPLAINED;

/** A line about what the list is for, where two lists could be confused. */
export function ClientPagePurpose({ clientPage }: { clientPage: ClientPage }) {
  const { t } = useTexts();
  return isExplained(clientPage) ? (
    <p className="meta purpose">{t(`own.purpose.${EXPLAINED[clientPage]}`)}</p>
  ) : null;
}
