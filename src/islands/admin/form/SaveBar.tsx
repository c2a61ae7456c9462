import { Button } from '../../components/Button.tsx';
import { useErrorMessage } from '../../hooks/use-error-message.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import type { VersionedForm } from './use-versioned-form.ts';

interface Props {
  editor: Pick<VersionedForm<never>, 'isDirty' | 'isSaving' | 'failure' | 'reset'> & {
    conflict: unknown;
  };
  /** The effect of saving. */
  hint?: string | undefined;
  /** The form creates a record, so it can be sent unchanged. */
  isNew?: boolean | undefined;
  action?: string | undefined;
}

/** The main button of a form, and the failure of the last attempt. */
export function SaveBar({
  editor: { isDirty, isSaving, failure, conflict, reset },
  hint,
  isNew = false,
  action,
}: Props) {
  const { t } = useTexts();
  const errorMessage = useErrorMessage(failure);
  const idle = isSaving || Boolean(conflict) || (!isDirty && !isNew);
  return (
    <footer className="save">
      <button
        type="submit"
        className={isDirty || isNew || isSaving ? 'btn fill' : 'btn'}
        aria-disabled={idle || undefined}
      >
        {isSaving ? t('admin.form.saving') : (action ?? t('admin.form.save'))}
      </button>
      {isDirty && !isNew && <Button onClick={reset}>{t('admin.form.reset')}</Button>}
      <p className={errorMessage ? 'wrong' : 'meta'} role={errorMessage ? 'alert' : undefined}>
        {errorMessage ?? hint}
      </p>
    </footer>
  );
}
