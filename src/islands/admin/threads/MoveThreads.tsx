import { useState } from 'react';
import { inLang } from '#i18n/named.ts';
import { Failure } from '#stores/failure.ts';
import { valuesOf } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTexts } from '../../ui/text.ts';
import { PickField } from '../form/fields.tsx';
import { useForums } from '../ui/forums.ts';
import { type Note, NoteFields } from '../ui/NoteFields.tsx';

interface Props {
  count: number;
  onClose(): void;
  act(to: Note & { forum_id: number; theme_id?: number }): Promise<void>;
}

/** Asks where threads are to go. */
export function MoveThreads({ count, onClose, act }: Props) {
  const { t, lang } = useTexts();
  const forums = useForums();
  const [forumId, setForumId] = useState('');
  const [themeId, setThemeId] = useState('');
  const [note, setNote] = useState<Note>({ note: '', notify: true });
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const forum = forums.find((one) => String(one.id) === forumId);
  const themes = forum?.themes ?? [];
  const run = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await act({ ...note, forum_id: Number(forumId), ...(themeId ? { theme_id: Number(themeId) } : {}) });
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('admin.threads.ask.move', { count })} text={t('admin.threads.askText.move')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (forum && !busy) void run();
        }}
      >
        <PickField
          label={t('admin.threads.move.forum')}
          value={forumId}
          options={[['', t('admin.threads.move.choose')] as const, ...forums.map((one) => [String(one.id), inLang(lang, one.name, one.name_en)] as const)]}
          onChange={(value) => {
            setForumId(value);
            setThemeId('');
          }}
        />
        {themes.length > 1 && (
          <PickField
            label={t('admin.threads.move.theme')}
            value={themeId}
            options={[['', t('admin.threads.move.first')] as const, ...themes.map((one) => [String(one.id), inLang(lang, one.name, one.name_en)] as const)]}
            onChange={setThemeId}
          />
        )}
        <NoteFields value={note} onChange={setNote} />
        {failure && (
          <p className="wrong" role="alert">
            {failure.code === 'conflict' ? t('admin.stale') : t(failure.away ? 'tip.unavailable' : `error.${failure.code}`, valuesOf(failure))}
          </p>
        )}
        <footer>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <button type="submit" className="btn fill" aria-disabled={!forum || busy || undefined}>
            {t('admin.threads.act.move')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
