import type { ClientPage } from '#contracts/paths.ts';
import { useTexts } from '#islands/hooks/use-texts.ts';

const EXPLAINED = {
  'me/favourites': 'favourites',
  'me/bookmarks': 'bookmarks',
  'me/watching': 'watching',
} as const;
const isExplained = (page: ClientPage): page is keyof typeof EXPLAINED => page in EXPLAINED;

/** Explains a list that could be confused with another. */
export function ClientPagePurpose({ clientPage }: { clientPage: ClientPage }) {
  const { t } = useTexts();
  return isExplained(clientPage) ? (
    <p className="meta purpose">{t(`own.purpose.${EXPLAINED[clientPage]}`)}</p>
  ) : null;
}
