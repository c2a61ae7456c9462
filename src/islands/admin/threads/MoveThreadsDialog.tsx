import { useState } from 'react';
import type { ActionReason } from '#client/moderation/action-reason.ts';
import { pickLang } from '#i18n/localized.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { SelectField } from '../form/form-fields.tsx';
import { NoteFields } from '../form/NoteDialog.tsx';
import { useForums } from '../hooks/use-forums.ts';

interface Props {
  count: number;
  onClose(): void;
  onSubmit(reason: ActionReason, to: { forum_id: number; theme_id?: number }): Promise<undefined>;
}

/** The form that moves threads. */
export function MoveThreadsDialog({ count, onClose, onSubmit }: Props) {
  const { t, lang } = useTexts();
  const forums = useForums();
  const [forumId, setForumId] = useState('');
  const [themeId, setThemeId] = useState('');
  const [note, setNote] = useState({ note: '', notify: true });
  const forum = forums.find((one) => String(one.id) === forumId);
  const themes = forum?.themes ?? [];
  const toOptions = (rows: readonly { id: number; name: string; name_en: string }[]) =>
    rows.map((one) => [String(one.id), pickLang(lang, one.name, one.name_en)] as const);
  return (
    <AdminFormDialog
      title={t('admin.threads.ask.move', { count })}
      text={t('admin.threads.askText.move')}
      action={t('admin.threads.act.move')}
      isInactive={!forum}
      onClose={onClose}
      onSubmit={() =>
        onSubmit(note, {
          forum_id: Number(forumId),
          ...(themeId ? { theme_id: Number(themeId) } : {}),
        })
      }
    >
      <SelectField
        label={t('admin.threads.move.forum')}
        value={forumId}
        options={[['', t('admin.threads.move.choose')] as const, ...toOptions(forums)]}
        onChange={(value) => {
          setForumId(value);
          setThemeId('');
        }}
      />
      {themes.length > 1 && (
        <SelectField
          label={t('admin.threads.move.theme')}
          value={themeId}
          options={[['', t('admin.threads.move.first')] as const, ...toOptions(themes)]}
          onChange={setThemeId}
        />
      )}
      <NoteFields value={note} onChange={setNote} />
    </AdminFormDialog>
  );
}
