import { BanFields } from '../../components/BanFields.tsx';
import { type BanForm, toBanPeriod, useBanForm } from '../../hooks/use-ban-form.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { AdminFormDialog } from '../form/AdminFormDialog.tsx';
import { useCommunityZone } from '../hooks/use-ban-time.ts';

export interface CaseBanTerms {
  /** In the community's time zone; '' is now, and without end. */
  begin_at: string;
  end_at: string;
  hide_content: boolean;
  note: string;
}

interface Props {
  name: string;
  /** The note to the author as it was typed in the case. */
  note: string;
  onNote(note: string): void;
  onClose(): void;
  onSubmit(terms: CaseBanTerms): Promise<undefined>;
}

/** The form that bans the author of a reported post. */
export function BanAuthorDialog({ name, note, onNote, onClose, onSubmit }: Props) {
  const { t } = useTexts();
  const form = useBanForm(useCommunityZone(), note);
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
    <AdminFormDialog
      title={t('moderation.ban.title', { name })}
      text={t('moderation.ban.text')}
      action={t('moderation.ban.item')}
      isDangerous
      onClose={onClose}
      onSubmit={send}
    >
      <BanFields form={{ ...form, change }} />
    </AdminFormDialog>
  );
}
