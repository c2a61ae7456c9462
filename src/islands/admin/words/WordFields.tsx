import { MAX_WORD_CHARACTERS, WORD_ACTIONS, type WordAction } from '#contracts/admin-choices.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { SelectField, TextField } from '../form/form-fields.tsx';

interface WordFieldValues {
  action: WordAction;
  replacement: string;
}

/** The fields for the action on a word and its replacement. */
export function WordFields({
  action,
  replacement,
  set,
}: WordFieldValues & { set(changes: Partial<WordFieldValues>): void }) {
  const { t } = useTexts();
  return (
    <>
      <SelectField
        label={t('admin.words.action')}
        value={action}
        hint={t(`admin.words.actHint.${action}`)}
        options={WORD_ACTIONS.map((one) => [one, t(`admin.words.act.${one}`)] as const)}
        onChange={(value) => set({ action: value })}
      />
      {action === 'replace' && (
        <TextField
          label={t('admin.words.replacement')}
          hint={t('admin.words.replacementHint')}
          value={replacement}
          max={MAX_WORD_CHARACTERS}
          onChange={(value) => set({ replacement: value })}
        />
      )}
    </>
  );
}
