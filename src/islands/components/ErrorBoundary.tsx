import { Component, type ReactNode } from 'react';
import { useTexts } from '../hooks/use-texts.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

function ErrorFallback() {
  const { t } = useTexts();
  return (
    <EmptyState art="broken" of="clientPage.failed">
      <Button onClick={() => location.reload()}>{t('clientPage.failed.again')}</Button>
    </EmptyState>
  );
}

/** Catches errors of loading or rendering, which would leave an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <ErrorFallback /> : this.props.children;
  }
}
