import { useState } from 'react';
import { inLang } from '#i18n/named.ts';
import { useTexts } from '../../ui/text.ts';
import { AskDialog } from '../form/AskDialog.tsx';
import { PickField } from '../form/fields.tsx';
import { type Note, NoteFields } from '../form/NoteFields.tsx';
import { useForums } from '../ui/forums.ts';

interface Props {
  count: number;
  onClose(): void;
  act(to: Note & { forum_id: number; theme_id?: number }): Promise<undefined>;
}

/** Asks where threads are to go. */
export function MoveThreads({ count, onClose, act }: Props) {
  const { t, lang } = useTexts();
  const forums = useForums();
  const [forumId, setForumId] = useState('');
  const [themeId, setThemeId] = useState('');
  const [note, setNote] = useState<Note>({ note: '', notify: true });
  const forum = forums.find((one) => String(one.id) === forumId);
  const themes = forum?.themes ?? [];
  const names = (rows: readonly { id: number; name: string; name_en: string }[]) =>
    rows.map((one) => [String(one.id), inLang(lang, one.name, one.name_en)] as const);
  return (
    <AskDialog
      title={t('admin.threads.ask.move', { count })}
      text={t('admin.threads.askText.move')}
      action={t('admin.threads.act.move')}
      idle={!forum}
      onClose={onClose}
      act={() =>
        act({
          ...note,
          forum_id: Number(forumId),
          ...(themeId ? { theme_id: Number(themeId) } : {}),
        })
      }
    >
      <PickField
        label={t('admin.threads.move.forum')}
        value={forumId}
        options={[['', t('admin.threads.move.choose')] as const, ...names(forums)]}
        onChange={(value) => {
          setForumId(value);
          setThemeId('');
        }}
      />
      {themes.length > 1 && (
        <PickField
          label={t('admin.threads.move.theme')}
          value={themeId}
          options={[['', t('admin.threads.move.first')] as const, ...names(themes)]}
          onChange={setThemeId}
        />
      )}
      <NoteFields value={note} onChange={setNote} />
    </AskDialog>
  );
}
