import { WORD_ACTIONS, WORD_MAX, type WordAction } from '#contracts/wire/admin-word.ts';
import { useTexts } from '../../ui/text.ts';
import { PickField, TextField } from '../form/fields.tsx';

interface Values {
  action: WordAction;
  replacement: string;
}

/** What happens to a word, and what stands in its place. */
export function WordFields({
  action,
  replacement,
  set,
}: Values & { set(changes: Partial<Values>): void }) {
  const { t } = useTexts();
  return (
    <>
      <PickField
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
          max={WORD_MAX}
          onChange={(value) => set({ replacement: value })}
        />
      )}
    </>
  );
}
