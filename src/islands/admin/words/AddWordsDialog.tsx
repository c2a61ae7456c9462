import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showToast } from '#client/core/toasts.ts';
import {
  MAX_WORD_CHARACTERS,
  MAX_WORDS_PER_REQUEST,
  type WordAction,
} from '#contracts/admin-choices.ts';
import type { AddedWordsWire } from '#contracts/wire/admin-word.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { TextField } from '../form/form-fields.tsx';
import { useVersionedForm } from '../form/use-versioned-form.ts';
import { WordFields } from './WordFields.tsx';

const uniqueLines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** Adds words, one per line. */
export function AddWordsDialog({ onClose, onAdded }: { onClose(): void; onAdded(): void }) {
  const { t } = useTexts();
  const [added, setAdded] = useState<AddedWordsWire>();
  const editor = useVersionedForm({
    initial: { words: '', action: 'ban' as WordAction, replacement: '' },
    version: 0,
    rules: {
      words: ({ words }: { words: string }) => {
        const lines = uniqueLines(words);
        if (lines.length === 0) return t('admin.words.problem.none');
        if (lines.length > MAX_WORDS_PER_REQUEST)
          return t('admin.words.problem.many', { count: MAX_WORDS_PER_REQUEST });
        return lines.some((line) => line.length > MAX_WORD_CHARACTERS)
          ? t('admin.words.problem.long', { count: MAX_WORD_CHARACTERS })
          : undefined;
      },
    },
    save: ({ words, action, replacement }) =>
      call('POST /v2/admin/words', {
        body: { words: uniqueLines(words), action, replacement },
      }),
    done(result) {
      onAdded();
      if (result.known.length + result.unusable.length > 0) return setAdded(result);
      showToast({ key: 'admin.words.added', values: { count: result.added } });
      onClose();
    },
  });
  const { values, set, problems, touch } = editor;
  return (
    <EditDialog
      title={t('admin.words.addTitle')}
      text={t('admin.words.addText')}
      editor={editor}
      labels={{}}
      isNew
      action={t('admin.words.add')}
      onClose={onClose}
    >
      <TextField
        label={t('admin.words.words')}
        hint={t('admin.words.wordsHint')}
        rows={6}
        value={values.words}
        problem={problems.words}
        onBlur={() => touch('words')}
        onChange={(words) => set({ words })}
      />
      <WordFields action={values.action} replacement={values.replacement} set={set} />
      {added && (
        <div className="told" role="status">
          <p>{t('admin.words.added', { count: added.added })}</p>
          {added.known.length > 0 && (
            <p>{t('admin.words.known', { words: added.known.join(', ') })}</p>
          )}
          {added.unusable.length > 0 && (
            <p>{t('admin.words.unusable', { words: added.unusable.join(', ') })}</p>
          )}
        </div>
      )}
    </EditDialog>
  );
}
