import { Failure } from '#client/core/failure.ts';
import { FormDialog, type FormDialogProps } from '../../components/FormDialog.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';

interface Props extends Omit<FormDialogProps, 'wrapForm' | 'explainFailure' | 'onSubmit' | 'wide'> {
  /** The action needs a login of the last ten minutes (R19). */
  requiresFreshLogin?: boolean;
  /** Called when somebody else changed the object meanwhile, so that it can be loaded again. */
  onStale?(): void;
  /** Performs the action. Resolves to false when a field is invalid; the dialog stays open then. */
  onSubmit(): Promise<unknown>;
}

/**
 * A dialog of the admin area that collects what an action needs. It stays open with the message
 * when the action fails.
 */
export function AdminFormDialog({
  requiresFreshLogin = false,
  onStale,
  onSubmit,
  ...dialog
}: Props) {
  const { t } = useTexts();
  const explainConflict = ({ code }: Failure) =>
    code === 'conflict' ? t('moderation.stale') : undefined;
  const submit = () =>
    onSubmit().catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'conflict') onStale?.();
      throw error;
    });
  return (
    <FormDialog
      {...dialog}
      {...(requiresFreshLogin
        ? { wrapForm: (form) => <RequireFreshLogin>{form}</RequireFreshLogin> }
        : {})}
      explainFailure={explainConflict}
      onSubmit={submit}
    />
  );
}
