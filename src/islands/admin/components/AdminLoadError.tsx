import type { Failure } from '#client/core/failure.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { useErrorMessage } from '../../hooks/use-error-message.ts';
import { useTexts } from '../../hooks/use-texts.ts';

/** Shown in place of content that failed to load. */
export function AdminLoadError({ failure, onRetry }: { failure: Failure; onRetry(): void }) {
  const { t } = useTexts();
  return (
    <EmptyState
      art="broken"
      title={t('admin.table.failed.title')}
      text={useErrorMessage(failure) ?? t('admin.table.failed.text')}
    >
      <Button onClick={onRetry}>{t('admin.table.failed.again')}</Button>
    </EmptyState>
  );
}
