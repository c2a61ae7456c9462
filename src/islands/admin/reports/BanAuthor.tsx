import { useState } from 'react';
import { BAN_DAYS } from '#contracts/wire/admin-moderation.ts';
import { NOTE_MAX } from '#contracts/wire/moderation.ts';
import { Failure } from '#stores/failure.ts';
import { valuesOf } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTexts } from '../../ui/text.ts';
import { PickField, SwitchField, TextField } from '../form/fields.tsx';

export interface BanTerms {
  ban_days: number;
  hide_content: boolean;
}

interface Props {
  name: string;
  note: string;
  onNote(note: string): void;
  onClose(): void;
  act(terms: BanTerms): Promise<void>;
}

/** Asks for how long the author of a reported post is banned, and why. */
export function BanAuthor({ name, note, onNote, onClose, act }: Props) {
  const { t } = useTexts();
  const [days, setDays] = useState('7');
  const [hide, setHide] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const run = async () => {
    setTried(true);
    if (note.trim() === '' || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await act({ ban_days: Number(days), hide_content: hide });
      onClose();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('admin.reports.ban.title', { name })} text={t('admin.reports.ban.text')} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <PickField label={t('admin.reports.ban.days')} value={days} options={BAN_DAYS.map((one) => [String(one), one === 0 ? t('admin.reports.ban.forGood') : t('admin.reports.ban.some', { count: one })] as const)} onChange={setDays} />
        <TextField label={t('admin.reports.ban.reason')} rows={2} max={NOTE_MAX} value={note} problem={tried && note.trim() === '' ? t('admin.reports.noteMissing') : undefined} onChange={onNote} />
        <SwitchField label={t('admin.reports.ban.hide')} hint={t('admin.reports.ban.hideHint')} value={hide} onChange={setHide} />
        {failure && (
          <p className="wrong" role="alert">
            {t(failure.away ? 'tip.unavailable' : `error.${failure.code}`, valuesOf(failure))}
          </p>
        )}
        <footer>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <button type="submit" className="btn danger" aria-disabled={busy || undefined}>
            {t('admin.reports.ban.action')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
