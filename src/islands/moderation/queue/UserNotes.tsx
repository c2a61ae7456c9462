import { useId, useState } from 'react';
import { showErrorToast } from '#client/core/toasts.ts';
import { loadUserNotes, removeUserNote, saveUserNote } from '#client/moderation/queue.ts';
import { MAX_USER_NOTE_CHARACTERS } from '#contracts/limits.ts';
import { userPath } from '#contracts/paths.ts';
import type { UserNoteWire } from '#contracts/wire/moderation.ts';
import { Button } from '../../components/Button.tsx';
import { foreignLang } from '../../components/foreign-lang.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { useQueueArea } from './queue-area.ts';

interface FieldProps {
  text: string;
  onSave(text: string): Promise<void>;
  onCancel(): void;
}

/** The text of a note. Not a form, because it may be inside one. */
function NoteField({ text, onSave, onCancel }: FieldProps) {
  const { t } = useTexts();
  const id = useId();
  const [value, setValue] = useState(text);
  const { step, run } = useSubmit();
  const isInactive = step === 'pending' || value.trim() === '';
  return (
    <div className="field note-field">
      <label className="vh" htmlFor={id}>
        {t('moderation.notes.label')}
      </label>
      <textarea
        id={id}
        rows={2}
        // biome-ignore lint/a11y/noAutofocus: opened by a button to be typed into
        autoFocus
        maxLength={MAX_USER_NOTE_CHARACTERS}
        placeholder={t('moderation.notes.placeholder')}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <p className="ways">
        <Button
          className="small"
          isInactive={isInactive}
          onClick={() => void run(() => onSave(value.trim()).catch(showErrorToast))}
        >
          {t('moderation.notes.save')}
        </Button>
        <button type="button" className="link" onClick={onCancel}>
          {t('common.cancel')}
        </button>
      </p>
    </div>
  );
}

interface NoteProps {
  note: UserNoteWire;
  onEdit(): void;
  onRemove(): void;
}

/** A note, deleted after an inline confirmation. */
function Note({ note, onEdit, onRemove }: NoteProps) {
  const { t, lang, root } = useTexts();
  const [asking, setAsking] = useState(false);
  return (
    <li>
      <p className="note-text" lang={foreignLang(lang, note.text)}>
        {note.text}
      </p>
      <p className="meta dots">
        <span>
          <a href={userPath(root, note.writer.id)}>{note.writer.nickname}</a>
        </span>
        <RelativeTime at={note.created_at} />
        {note.edited_at && <span>{t('moderation.notes.edited')}</span>}
        {note.may_edit && !asking && (
          <span>
            <button type="button" className="link" onClick={onEdit}>
              {t('moderation.notes.edit')}
            </button>
          </span>
        )}
        {note.may_edit && !asking && (
          <span>
            <button type="button" className="link" onClick={() => setAsking(true)}>
              {t('moderation.notes.remove')}
            </button>
          </span>
        )}
      </p>
      {asking && (
        <p className="ways" role="alert">
          {t('moderation.notes.removeAsk')}{' '}
          <button type="button" className="link danger" onClick={onRemove}>
            {t('moderation.notes.remove')}
          </button>{' '}
          <button type="button" className="link" onClick={() => setAsking(false)}>
            {t('common.cancel')}
          </button>
        </p>
      )}
    </li>
  );
}

/** The moderators' notes on a user, and the field for a new one. */
export function UserNotes({ userId }: { userId: number }) {
  const { t } = useTexts();
  const { calls, readerId } = useQueueArea();
  const [edited, setEdited] = useState<number | 'new'>();
  const {
    value: notes,
    failure,
    reload,
  } = useQuery(`notes ${userId}`, () => loadUserNotes(calls, userId));
  const save = async (text: string, id?: number) => {
    await saveUserNote(calls, userId, text, id);
    setEdited(undefined);
    reload(true);
  };
  const remove = (id: number) => removeUserNote(calls, id).then(() => reload(true), showErrorToast);
  if (userId === readerId || failure) return null;
  if (!notes) return <Skeleton rows={1} />;
  return (
    <section className="user-notes" aria-label={t('moderation.notes.title')}>
      <h3>
        {t('moderation.notes.title')} <span className="meta">{t('moderation.notes.about')}</span>
      </h3>
      {notes.length > 0 && (
        <ul>
          {notes.map((note) =>
            edited === note.id ? (
              <li key={note.id}>
                <NoteField
                  text={note.text}
                  onSave={(text) => save(text, note.id)}
                  onCancel={() => setEdited(undefined)}
                />
              </li>
            ) : (
              <Note
                key={note.id}
                note={note}
                onEdit={() => setEdited(note.id)}
                onRemove={() => void remove(note.id)}
              />
            ),
          )}
        </ul>
      )}
      {edited === 'new' ? (
        <NoteField text="" onSave={(text) => save(text)} onCancel={() => setEdited(undefined)} />
      ) : (
        <button type="button" className="link" onClick={() => setEdited('new')}>
          {t('moderation.notes.add')}
        </button>
      )}
    </section>
  );
}
