import type { ReportCaseDetailWire } from '#contracts/wire/admin-moderation.ts';
import { BanFields } from '../../components/BanFields.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { type BanForm, toBanPeriod, useBanForm } from '../../hooks/use-ban-form.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { BanState } from './BanState.tsx';
import { UserNotes } from './UserNotes.tsx';

export interface CaseBanTerms {
  /** In the community's time zone; '' is now, and without end. */
  begin_at: string;
  end_at: string;
  hide_content: boolean;
  note: string;
}

interface Props {
  reportCase: ReportCaseDetailWire;
  /** The note to the author as it was typed in the case. */
  note: string;
  onNote(note: string): void;
  onClose(): void;
  onSubmit(terms: CaseBanTerms): Promise<undefined>;
}

/** The form that bans the author of a reported post. */
export function CaseBanDialog({ reportCase, note, onNote, onClose, onSubmit }: Props) {
  const { t } = useTexts();
  const { author } = reportCase;
  const form = useBanForm(reportCase.time_zone, note);
  const change: BanForm['change'] = (changes) => {
    form.change(changes);
    if (changes.note !== undefined) onNote(changes.note);
  };
  const send = async (): Promise<false | undefined> => {
    if (!form.submit()) return false;
    const { beginAt, endAt } = toBanPeriod(form);
    return onSubmit({
      begin_at: beginAt,
      end_at: endAt,
      hide_content: form.terms.hide,
      note: form.terms.note.trim(),
    });
  };
  return (
    <FormDialog
      title={t('moderation.ban.title', { name: author.nickname })}
      text={t('moderation.ban.text')}
      action={t('moderation.ban.item')}
      isDangerous
      onClose={onClose}
      onSubmit={send}
    >
      <BanState until={author.banned_until} zone={reportCase.time_zone} />
      <BanFields form={{ ...form, change }} />
      <UserNotes userId={author.id} />
    </FormDialog>
  );
}
