import { Failure } from '#stores/failure.ts';
import { FormDialog, type FormDialogProps } from '../../ui/FormDialog.tsx';
import { useTexts } from '../../ui/text.ts';
import { Fresh } from '../ui/Fresh.tsx';

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
export function AskDialog({ guarded = false, onStale, act, ...dialog }: Props) {
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
      {...(guarded ? { around: (form) => <Fresh>{form}</Fresh> } : {})}
      explain={explain}
      work={work}
    />
  );
}
