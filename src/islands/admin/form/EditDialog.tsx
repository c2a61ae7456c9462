import { type ComponentProps, type ReactNode, useState } from 'react';
import { showToast } from '#client/core/toasts.ts';
import type { SavedRowWire } from '#contracts/wire/admin-forum.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { onFormSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';
import { AdminFormDialog } from './AdminFormDialog.tsx';
import { FieldList } from './FieldList.tsx';
import { SaveBar } from './SaveBar.tsx';
import { type RowFormOptions, useRowForm, type VersionedForm } from './use-versioned-form.ts';
import { VersionConflict } from './VersionConflict.tsx';

interface EditFormProps<Values extends object>
  extends Pick<ComponentProps<typeof SaveBar>, 'isNew' | 'action'>,
    Pick<ComponentProps<typeof VersionConflict<Values>>, 'formats'> {
  editor: VersionedForm<Values>;
  /** Labels of a conflict's values that have no field, or another label there. */
  labels?: Readonly<Record<string, string>> | undefined;
  heading?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  onSubmit?(): unknown;
}

/** The form of a record that others may change too. */
export function EditForm<Values extends object>({
  editor,
  isNew,
  action,
  formats,
  labels = {},
  heading,
  children,
  footer,
  onSubmit = editor.submit,
}: EditFormProps<Values>) {
  const fieldLabels = Object.fromEntries(
    editor.fields.flat().map(({ name, label }) => [name, label]),
  );
  return (
    <form noValidate onSubmit={onFormSubmit(onSubmit)}>
      {heading}
      <VersionConflict editor={editor} labels={{ ...fieldLabels, ...labels }} formats={formats} />
      <FieldList form={editor} />
      {children}
      <SaveBar editor={editor} isNew={isNew} action={action} />
      {footer}
    </form>
  );
}

interface DialogProps {
  title: string;
  text?: string;
  /** Saving needs a login of the last ten minutes (R19). */
  requiresFreshLogin?: boolean;
  wide?: boolean;
  onClose(): void;
}

/** A dialog with a form of a record that others may change too. */
export function EditDialog<Values extends object>({
  title,
  text,
  requiresFreshLogin = false,
  wide = false,
  onClose,
  ...form
}: DialogProps & Omit<EditFormProps<Values>, 'heading' | 'onSubmit'>) {
  return (
    <Dialog title={title} text={text} wide={wide} onClose={onClose}>
      <RequireFreshLogin isNeeded={requiresFreshLogin}>
        <EditForm {...form} />
      </RequireFreshLogin>
    </Dialog>
  );
}

interface Deletion {
  title: string;
  text: string;
  /** Why the record can't be deleted now. */
  blockedReason?: string | undefined;
  run(): Promise<unknown>;
}

interface RowDialogProps<Row, Values extends object, Saved>
  extends DialogProps,
    Pick<EditFormProps<Values>, 'labels' | 'children'>,
    Omit<RowFormOptions<Row, Values, Saved>, 'done'> {
  deletion?: Deletion | false | undefined;
  onSaved(): void;
}

/** The dialog of a versioned row; says how many pages show it, where pages do. */
export function RowDialog<
  Row extends { id: number; version: number } & Values,
  Values extends object,
  Saved extends { pages?: number } = SavedRowWire,
>({
  deletion,
  onSaved,
  row,
  empty,
  fields,
  create,
  edit,
  ...dialog
}: RowDialogProps<Row, Values, Saved>) {
  const { t } = useTexts();
  const [isDeleting, setDeleting] = useState(false);
  const finish = () => {
    onSaved();
    dialog.onClose();
  };
  const editor = useRowForm<Row, Values, Saved>({
    row,
    empty,
    fields,
    ...(create ? { create } : {}),
    edit,
    done({ pages }) {
      if (pages !== undefined) showToast({ key: 'admin.form.saved', values: { count: pages } });
      finish();
    },
  });
  if (isDeleting && deletion)
    return (
      <AdminFormDialog
        title={deletion.title}
        text={deletion.text}
        action={t('admin.form.delete')}
        isDangerous
        onClose={() => setDeleting(false)}
        onSubmit={() => deletion.run().then(finish)}
      />
    );
  return (
    <EditDialog
      {...dialog}
      editor={editor}
      isNew={!row}
      footer={
        deletion && (
          <p className="row">
            <Button
              className="small bad"
              isInactive={deletion.blockedReason !== undefined}
              onClick={() => setDeleting(true)}
            >
              {t('admin.form.delete')}
            </Button>
            {deletion.blockedReason && <span className="hint">{deletion.blockedReason}</span>}
          </p>
        )
      }
    />
  );
}
