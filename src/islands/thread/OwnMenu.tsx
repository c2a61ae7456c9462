import { useState } from 'react';
import { Confirm, type ConfirmProps } from '../ui/Confirm.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Menu, MenuButton, MenuLine, MenuLink } from '../ui/Menu.tsx';
import { useTexts } from '../ui/text.ts';

export interface OwnMenuProps {
  label: string;
  /** A page to edit on, or what opens the editor here. */
  edit: string | (() => void);
  /** What is asked before it is deleted, and the deletion. */
  deletion: Pick<ConfirmProps, 'title' | 'text' | 'work'>;
}

/** Editing and deleting what is one's own. */
export function OwnMenu({ label, edit, deletion }: OwnMenuProps) {
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
        <MenuLine />
        <MenuButton onClick={() => setAsking(true)}>
          <span className="danger">
            <Icon name="trash" />
            {t('thread.delete')}
          </span>
        </MenuButton>
      </Menu>
      {asking && (
        <Confirm {...deletion} action={t('thread.delete')} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
