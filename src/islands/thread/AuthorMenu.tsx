import { useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../components/ConfirmDialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { Menu, MenuButton, MenuLink, MenuSeparator } from '../components/Menu.tsx';
import { useTexts } from '../hooks/use-texts.ts';

export interface AuthorMenuProps {
  label: string;
  /** A page to edit on, or what opens the editor here. */
  edit: string | (() => void);
  /** What is asked before it is deleted, and the deletion. */
  deletion: Pick<ConfirmDialogProps, 'title' | 'text' | 'onSubmit'>;
}

/** Editing and deleting what is one's own. */
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
