import { useState } from 'react';
import {
  type AddedWordsWire,
  WORD_MAX,
  WORDS_AT_ONCE,
  type WordAction,
} from '#contracts/wire/admin-word.ts';
import { call } from '#stores/api.ts';
import { tell } from '#stores/tips.ts';
import { useTexts } from '../../ui/text.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { useEditor } from '../form/editor.ts';
import { TextField } from '../form/fields.tsx';
import { WordFields } from './WordFields.tsx';

const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** Adds one word, or a line each. */
export function AddWords({ onClose, onAdded }: { onClose(): void; onAdded(): void }) {
  const { t } = useTexts();
  const [added, setAdded] = useState<AddedWordsWire>();
  const editor = useEditor({
    initial: { words: '', action: 'ban' as WordAction, replacement: '' },
    version: 0,
    rules: {
      words: ({ words }: { words: string }) => {
        const lines = linesOf(words);
        if (lines.length === 0) return t('admin.words.problem.none');
        if (lines.length > WORDS_AT_ONCE)
          return t('admin.words.problem.many', { count: WORDS_AT_ONCE });
        return lines.some((line) => line.length > WORD_MAX)
          ? t('admin.words.problem.long', { count: WORD_MAX })
          : undefined;
      },
    },
    save: ({ words, action, replacement }) =>
      call<AddedWordsWire>('/v2/admin/words', {
        method: 'POST',
        body: { words: linesOf(words), action, replacement },
      }),
    done(result) {
      onAdded();
      if (result.known.length + result.unusable.length > 0) return setAdded(result);
      tell({ key: 'admin.words.added', values: { count: result.added } });
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
      fresh
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
