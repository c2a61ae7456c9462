import { useState } from 'react';
import { Failure } from '#client/core/failure.ts';
import { FormDialog, type FormDialogProps } from '../../components/FormDialog.tsx';
import { useForm } from '../../hooks/use-form.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';
import { FieldList, type FormFieldList, listFields, rulesOf } from './FieldList.tsx';

interface Props<Values>
  extends Omit<
    FormDialogProps,
    'wrapForm' | 'explainFailure' | 'onSubmit' | 'wide' | 'isInactive'
  > {
  fields?: FormFieldList<Values>;
  initial?: Values;
  isInactive?(values: Values): boolean;
  /** The action needs a login of the last ten minutes (R19). */
  requiresFreshLogin?: boolean;
  /** Called after a version conflict, to load the object again. */
  onStale?(): void;
  onSubmit(values: Values): Promise<unknown>;
}

/** A form dialog, or a confirmation. It stays open with the message if the action fails. */
export function AdminFormDialog<Values extends object>({
  fields: fieldList = [],
  initial = {} as Values,
  isInactive = () => false,
  requiresFreshLogin = false,
  validate = () => true,
  onStale,
  onSubmit,
  children,
  ...dialog
}: Props<Values>) {
  const { t } = useTexts();
  const [values, setValues] = useState(initial);
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  const fields = listFields(fieldList, values, set);
  const form = useForm(values, rulesOf(fields));
  const explainConflict = ({ code }: Failure) =>
    code === 'conflict' ? t('moderation.stale') : undefined;
  const submit = () =>
    onSubmit(values).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'conflict') onStale?.();
      throw error;
    });
  return (
    <FormDialog
      {...dialog}
      wrapForm={(form) => (
        <RequireFreshLogin isNeeded={requiresFreshLogin}>{form}</RequireFreshLogin>
      )}
      isInactive={isInactive(values)}
      explainFailure={explainConflict}
      validate={() => form.submit() && validate()}
      onSubmit={submit}
    >
      <FieldList form={{ ...form, fields, values, set }} />
      {children}
    </FormDialog>
  );
}
