import { Failure } from '#stores/client/failure.ts';
import { FormDialog, type FormDialogProps } from '../../components/FormDialog.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';

interface Props extends Omit<FormDialogProps, 'around' | 'explain' | 'work' | 'wide'> {
  /** It needs a login of the last ten minutes (R19). */
  guarded?: boolean;
  /** Somebody else was there before: what the dialog is about is to be looked at again. */
  onStale?(): void;
  /** Sends it; false when something in the form has to be mended first. */
  act(): Promise<unknown>;
}

/**
 * A dialog that asks for what an act needs, once before it is done; stays and says why when it
 * doesn't work.
 */
export function AdminFormDialog({ guarded = false, onStale, act, ...dialog }: Props) {
  const { t } = useTexts();
  const explain = ({ code }: Failure) => (code === 'conflict' ? t('admin.stale') : undefined);
  const work = () =>
    act().catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'conflict') onStale?.();
      throw error;
    });
  return (
    <FormDialog
      {...dialog}
      {...(guarded ? { around: (form) => <RequireFreshLogin>{form}</RequireFreshLogin> } : {})}
      explain={explain}
      work={work}
    />
  );
}
