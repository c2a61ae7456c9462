import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { RequireFreshLogin } from '../components/RequireFreshLogin.tsx';
import { AdminConfirmDialog } from './AdminConfirmDialog.tsx';
import { SaveBar } from './SaveBar.tsx';
import type { VersionedForm } from './use-versioned-form.ts';
import { VersionConflict } from './VersionConflict.tsx';

/** Deleting what the dialog shows. */
interface Deletion {
  title: string;
  text: string;
  /** The verb on the buttons. */
  action: string;
  /** Why it can't be deleted now. */
  blockedReason?: string | undefined;
  run(): Promise<void>;
}

interface Props<Values extends object>
  extends Pick<ComponentProps<typeof SaveBar>, 'isNew' | 'action' | 'hint'>,
    Pick<ComponentProps<typeof VersionConflict<Values>>, 'labels' | 'formats'> {
  title: string;
  text?: string;
  editor: VersionedForm<Values>;
  /** Saving needs a login of the last ten minutes (R19). */
  requiresFreshLogin?: boolean;
  deletion?: Deletion | false | undefined;
  wide?: boolean;
  onClose(): void;
  /** The fields. */
  children: ReactNode;
}

/** A dialog with a form over something that others may change too, and that may be deleted. */
export function EditDialog<Values extends object>({
  title,
  text,
  editor,
  labels,
  formats,
  requiresFreshLogin = false,
  deletion,
  wide = false,
  isNew,
  action,
  hint,
  onClose,
  children,
}: Props<Values>) {
  const { t } = useTexts();
  const [isDeleting, setDeleting] = useState(false);
  if (isDeleting && deletion)
    return (
      <AdminConfirmDialog
        title={deletion.title}
        text={deletion.text}
        action={deletion.action}
        onClose={() => setDeleting(false)}
        onSubmit={deletion.run}
      />
    );
  const form = (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void editor.submit();
      }}
    >
      {editor.conflict && (
        <VersionConflict
          mine={editor.values}
          theirs={editor.conflict}
          labels={labels}
          formats={formats}
          onTakeTheirs={editor.takeTheirs}
          onKeepMine={() => void editor.keepMine()}
        />
      )}
      {children}
      <SaveBar editor={editor} isNew={isNew} action={action} hint={hint} />
      {deletion && (
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
      )}
    </form>
  );
  return (
    <Dialog title={title} text={text} wide={wide} onClose={onClose}>
      {requiresFreshLogin ? <RequireFreshLogin>{form}</RequireFreshLogin> : form}
    </Dialog>
  );
}
