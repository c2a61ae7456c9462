import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { dismissToastOf, showErrorToast } from '#client/core/toasts.ts';
import { $bookmarks, $editedBookmark } from '#client/thread/bookmarks.ts';
import { removeBookmark, saveBookmark } from '#client/thread/edit-bookmarks.ts';
import {
  fromLocalField,
  REMINDER_CHOICES,
  type ReminderChoice,
  reminderTime,
  toLocalField,
} from '#client/thread/reminder-times.ts';
import { MAX_BOOKMARK_NOTE_CHARACTERS, MAX_REMINDER_DAYS } from '#contracts/limits.ts';
import { Radios } from '../components/Choices.tsx';
import { FormDialog } from '../components/FormDialog.tsx';
import { FieldProblem } from '../components/FormError.tsx';
import { TextField } from '../components/form-fields.tsx';
import { Icon } from '../components/Icon.tsx';
import { useForm } from '../hooks/use-form.ts';
import { useTexts } from '../hooks/use-texts.ts';

const DAY_MS = 86_400_000;
const close = (): void => $editedBookmark.set(undefined);

export default function BookmarkDialog({ postId }: { postId: number }) {
  const { t } = useTexts();
  const saved = useStore($bookmarks, { keys: [postId] })[postId];
  const [note, setNote] = useState(saved?.note ?? '');
  const [choice, setChoice] = useState<ReminderChoice>(saved?.remind_at ? 'date' : 'none');
  const [date, setDate] = useState(
    toLocalField(saved?.remind_at ? new Date(saved.remind_at) : (reminderTime('tomorrow') as Date)),
  );
  useEffect(() => dismissToastOf('bookmark.added'), []);
  const form = useForm(
    { choice, date },
    {
      date: ({ choice, date }) => {
        if (choice !== 'date') return undefined;
        const days = (fromLocalField(date).getTime() - Date.now()) / DAY_MS;
        return days > 0 && days <= MAX_REMINDER_DAYS ? undefined : t('bookmark.remind.wrong');
      },
    },
  );

  async function save(): Promise<void> {
    const at = choice === 'date' ? fromLocalField(date) : reminderTime(choice);
    await saveBookmark(postId, { note, remind_at: at?.toISOString() ?? null });
  }
  const remove = (): void => {
    close();
    void removeBookmark(postId).catch(showErrorToast);
  };

  return (
    <FormDialog
      title={t('bookmark.title')}
      text={t('bookmark.text')}
      action={t('bookmark.save')}
      validate={form.submit}
      onClose={close}
      onSubmit={save}
    >
      <TextField
        label={t('bookmark.note')}
        rows={3}
        max={MAX_BOOKMARK_NOTE_CHARACTERS}
        value={note}
        onChange={setNote}
      />
      <fieldset className="field choices">
        <legend>{t('bookmark.remind.label')}</legend>
        <Radios<ReminderChoice>
          name="remind"
          options={REMINDER_CHOICES}
          chosen={choice}
          onChoose={setChoice}
          label={(one) => t(`bookmark.remind.${one}`)}
        />
      </fieldset>
      {choice === 'date' && (
        <div className="field">
          <label htmlFor="bookmark-date">{t('bookmark.remind.at')}</label>
          <input
            type="datetime-local"
            id="bookmark-date"
            value={date}
            aria-invalid={form.problems.date !== undefined}
            aria-describedby={form.problems.date ? 'bookmark-date-problem' : undefined}
            onChange={(event) => setDate(event.currentTarget.value)}
            onBlur={() => form.touch('date')}
          />
          <FieldProblem id="bookmark-date-problem">{form.problems.date}</FieldProblem>
        </div>
      )}
      {saved && (
        <p className="field">
          <button type="button" className="link danger" onClick={remove}>
            <Icon name="trash" />
            {t('bookmark.remove')}
          </button>
        </p>
      )}
    </FormDialog>
  );
}
