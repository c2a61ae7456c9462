import { useStore } from '@nanostores/react';
import { $me } from '#stores/admin/me.ts';
import { BanFields } from '../../ui/BanFields.tsx';
import { type BanForm, spanOf, useBan } from '../../ui/ban.ts';
import { useTexts } from '../../ui/text.ts';
import { AskDialog } from '../form/AskDialog.tsx';

export interface BanTerms {
  /** In the community's time; '' is from now on, and until somebody lifts it. */
  begin_at: string;
  end_at: string;
  hide_content: boolean;
  note: string;
}

interface Props {
  name: string;
  /** The note to the author, which stays what was typed here. */
  note: string;
  onNote(note: string): void;
  onClose(): void;
  act(terms: BanTerms): Promise<undefined>;
}

/** Asks from when and for how long the author of a reported post is banned, and why. */
export function BanAuthor({ name, note, onNote, onClose, act }: Props) {
  const { t } = useTexts();
  const form = useBan(useStore($me)?.time_zone ?? 'UTC', note);
  const change: BanForm['change'] = (changes) => {
    form.change(changes);
    if (changes.note !== undefined) onNote(changes.note);
  };
  const send = async (): Promise<false | undefined> => {
    if (!form.submit()) return false;
    const { beginAt, endAt } = spanOf(form);
    return act({
      begin_at: beginAt,
      end_at: endAt,
      hide_content: form.terms.hide,
      note: form.terms.note.trim(),
    });
  };
  return (
    <AskDialog
      title={t('moderation.ban.title', { name })}
      text={t('moderation.ban.text')}
      action={t('moderation.ban.item')}
      danger
      onClose={onClose}
      act={send}
    >
      <BanFields form={{ ...form, change }} />
    </AskDialog>
  );
}
