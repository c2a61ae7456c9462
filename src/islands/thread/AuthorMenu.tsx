import { useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../components/ConfirmDialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { Menu, MenuButton, MenuLink, MenuSeparator } from '../components/Menu.tsx';
import { useTexts } from '../hooks/use-texts.ts';

export interface AuthorMenuProps {
  label: string;
  /** The address of the editor, or the function that opens it here. */
  edit: string | (() => void);
  /** The question before the deletion, and the deletion. */
  deletion: Pick<ConfirmDialogProps, 'title' | 'text' | 'onSubmit'>;
}

/** The menu of an author's own post: edit and delete. */
export function AuthorMenu({ label, edit, deletion }: AuthorMenuProps) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  const trigger = (
    <button type="button" className="more-acts" data-act="own" aria-label={label}>
      <Icon name="more" />
    </button>
  );
  const pencil = (
    <>
      <Icon name="pencil" />
      {t('thread.edit')}
    </>
  );
  return (
    <>
      <Menu trigger={trigger} container={document.querySelector('#main')} open>
        {typeof edit === 'string' ? (
          <MenuLink href={edit}>{pencil}</MenuLink>
        ) : (
          <MenuButton onClick={edit}>{pencil}</MenuButton>
        )}
        <MenuSeparator />
        <MenuButton onClick={() => setAsking(true)}>
          <span className="danger">
            <Icon name="trash" />
            {t('thread.delete')}
          </span>
        </MenuButton>
      </Menu>
      {asking && (
        <ConfirmDialog {...deletion} action={t('thread.delete')} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
