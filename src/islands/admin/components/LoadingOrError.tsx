import type { Failure } from '#client/core/failure.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useErrorMessage } from '../../hooks/use-error-message.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { ScreenHeader } from './ScreenHeader.tsx';

interface LoadErrorProps {
  failure: Failure;
  reload(): void;
}

export function AdminLoadError({ failure, reload }: LoadErrorProps) {
  const { t } = useTexts();
  return (
    <EmptyState
      art="broken"
      title={t('admin.table.failed.title')}
      text={useErrorMessage(failure) ?? t('admin.table.failed.text')}
    >
      <Button onClick={reload}>{t('admin.table.failed.again')}</Button>
    </EmptyState>
  );
}

interface Props extends Pick<LoadErrorProps, 'reload'> {
  failure: Failure | undefined;
  rows: number;
  /** The text of the screen's header, where the whole screen is loading. */
  about?: string;
}

/** Shown in place of content that is loading or failed to load. */
export const LoadingOrError = ({ failure, reload, rows, about }: Props) => (
  <>
    {about && <ScreenHeader text={about} />}
    {failure ? <AdminLoadError failure={failure} reload={reload} /> : <Skeleton rows={rows} />}
  </>
);
