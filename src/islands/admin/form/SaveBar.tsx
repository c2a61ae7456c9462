import type { Failure } from '#stores/failure.ts';
import { Button } from '../../ui/Button.tsx';
import { useReason } from '../../ui/reason.ts';
import { useTexts } from '../../ui/text.ts';

interface Props {
  editor: {
    dirty: boolean;
    saving: boolean;
    failure: Failure | undefined;
    conflict: unknown;
    reset(): void;
  };
  /** Beside the buttons: what saving does. */
  about?: string | undefined;
  /** It can be sent although nothing was changed: what it makes is new. */
  fresh?: boolean | undefined;
  action?: string | undefined;
}

/** The end of a form: its one filled button, and what went wrong. */
export function SaveBar({
  editor: { dirty, saving, failure, conflict, reset },
  about,
  fresh = false,
  action,
}: Props) {
  const { t } = useTexts();
  const wrong = useReason(failure);
  const idle = saving || Boolean(conflict) || (!dirty && !fresh);
  return (
    <footer className="save">
      <button type="submit" className="btn fill" aria-disabled={idle || undefined}>
        {saving ? t('admin.form.saving') : (action ?? t('admin.form.save'))}
      </button>
      {dirty && !fresh && <Button onClick={reset}>{t('admin.form.reset')}</Button>}
      <p className={wrong ? 'wrong' : 'meta'} role={wrong ? 'alert' : undefined}>
        {wrong ?? about}
      </p>
    </footer>
  );
}
