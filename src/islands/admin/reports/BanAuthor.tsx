import { useState } from 'react';
import { NOTE_MAX } from '#contracts/limits.ts';
import { BAN_DAYS } from '#contracts/wire/admin-moderation.ts';
import { useTexts } from '../../ui/text.ts';
import { AskDialog } from '../form/AskDialog.tsx';
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
  act(terms: BanTerms): Promise<undefined>;
}

/** Asks for how long the author of a reported post is banned, and why. */
export function BanAuthor({ name, note, onNote, onClose, act }: Props) {
  const { t } = useTexts();
  const [days, setDays] = useState('7');
  const [hide, setHide] = useState(false);
  const [tried, setTried] = useState(false);
  const silent = note.trim() === '';
  const send = async (): Promise<false | undefined> => {
    setTried(true);
    return silent ? false : act({ ban_days: Number(days), hide_content: hide });
  };
  return (
    <AskDialog title={t('admin.reports.ban.title', { name })} text={t('admin.reports.ban.text')} action={t('admin.reports.ban.action')} danger onClose={onClose} act={send}>
      <PickField label={t('admin.reports.ban.days')} value={days} options={BAN_DAYS.map((one) => [String(one), one === 0 ? t('admin.reports.ban.forGood') : t('admin.reports.ban.some', { count: one })] as const)} onChange={setDays} />
      <TextField label={t('admin.reports.ban.reason')} rows={2} max={NOTE_MAX} value={note} problem={tried && silent ? t('admin.reports.noteMissing') : undefined} onChange={onNote} />
      <SwitchField label={t('admin.reports.ban.hide')} hint={t('admin.reports.ban.hideHint')} value={hide} onChange={setHide} />
    </AskDialog>
  );
}
