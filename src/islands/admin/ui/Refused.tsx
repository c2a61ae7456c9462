import type { Failure } from '#stores/failure.ts';
import { Button } from '../../ui/Button.tsx';
import { useReason } from '../../ui/reason.ts';
import { State } from '../../ui/State.tsx';
import { useTexts } from '../../ui/text.ts';

/** In place of what couldn't be loaded. */
export function Refused({ failure, again }: { failure: Failure; again(): void }) {
  const { t } = useTexts();
  return (
    <State
      art="broken"
      title={t('admin.table.failed.title')}
      text={useReason(failure) ?? t('admin.table.failed.text')}
    >
      <Button onClick={again}>{t('admin.table.failed.again')}</Button>
    </State>
  );
}
