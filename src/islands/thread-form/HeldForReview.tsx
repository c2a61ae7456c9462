import { clientPagePath } from '#contracts/paths.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** Shown after sending when the thread is held for review. */
export function HeldForReview() {
  const { t, root } = useTexts();
  return (
    <div role="status">
      <EmptyState title={t('writing.held.title')} text={t('writing.held.text')}>
        <a className="btn" href={clientPagePath(root, 'me/threads')}>
          {t('writing.held.action')}
        </a>
      </EmptyState>
    </div>
  );
}
