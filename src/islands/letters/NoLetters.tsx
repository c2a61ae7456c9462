import { EmptyState } from '../components/EmptyState.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** Shown to whoever has no conversation yet: beside the list, where there is room. */
export function NoLetters() {
  const { t } = useTexts();
  return <EmptyState title={t('letters.none.title')} text={t('letters.none.text')} />;
}
