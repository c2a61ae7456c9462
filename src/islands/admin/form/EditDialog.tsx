import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTexts } from '../../ui/text.ts';
import { Fresh } from '../ui/Fresh.tsx';
import { Confirm } from './Confirm.tsx';
import { Conflict } from './Conflict.tsx';
import type { Editor } from './editor.ts';
import { SaveBar } from './SaveBar.tsx';

/** Deleting what the dialog shows. */
interface Removal {
  title: string;
  text: string;
  /** The verb on the buttons. */
  action: string;
  /** Why it can't be deleted now. */
  kept?: string | undefined;
  act(): Promise<void>;
}

interface Props<Values extends object>
  extends Pick<ComponentProps<typeof SaveBar>, 'fresh' | 'action' | 'about'>,
    Pick<ComponentProps<typeof Conflict<Values>>, 'labels' | 'shows'> {
  title: string;
  text?: string;
  editor: Editor<Values>;
  /** It needs a login of the last ten minutes (R19). */
  guarded?: boolean;
  removal?: Removal | false | undefined;
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
  shows,
  guarded = false,
  removal,
  wide = false,
  fresh,
  action,
  about,
  onClose,
  children,
}: Props<Values>) {
  const { t } = useTexts();
  const [removing, setRemoving] = useState(false);
  if (removing && removal)
    return (
      <Confirm
        title={removal.title}
        text={removal.text}
        action={removal.action}
        onClose={() => setRemoving(false)}
        act={removal.act}
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
        <Conflict
          mine={editor.values}
          theirs={editor.conflict}
          labels={labels}
          shows={shows}
          onTheirs={editor.takeTheirs}
          onMine={() => void editor.keepMine()}
        />
      )}
      {children}
      <SaveBar editor={editor} fresh={fresh} action={action} about={about} />
      {removal && (
        <p className="row">
          <Button
            className="small bad"
            idle={removal.kept !== undefined}
            onClick={() => setRemoving(true)}
          >
            {t('admin.form.delete')}
          </Button>
          {removal.kept && <span className="hint">{removal.kept}</span>}
        </p>
      )}
    </form>
  );
  return (
    <Dialog title={title} text={text} wide={wide} onClose={onClose}>
      {guarded ? <Fresh>{form}</Fresh> : form}
    </Dialog>
  );
}
