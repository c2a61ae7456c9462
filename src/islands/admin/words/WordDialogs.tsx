import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showToast } from '#client/core/toasts.ts';
import {
  MAX_WORD_CHARACTERS,
  MAX_WORDS_PER_REQUEST,
  WORD_ACTIONS,
  type WordAction,
} from '#contracts/admin-choices.ts';
import type { AddedWordsWire, AdminWordWire } from '#contracts/calls/admin/word-calls.ts';
import type { TFunction } from '#i18n/translation-key.ts';
import { toChoices } from '../../components/form-fields.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { EditDialog, RowDialog } from '../form/EditDialog.tsx';
import type { FormField } from '../form/FieldList.tsx';
import { useVersionedForm } from '../form/use-versioned-form.ts';

interface WordValues {
  action: WordAction;
  replacement: string;
}

const actionFields = (t: TFunction, { action }: WordValues): FormField<WordValues>[] => [
  {
    kind: 'choice',
    name: 'action',
    label: t('admin.words.action'),
    hint: t(`admin.words.actHint.${action}`),
    options: toChoices(WORD_ACTIONS, (one) => t(`admin.words.act.${one}`)),
  },
  ...(action === 'replace'
    ? [
        {
          name: 'replacement' as const,
          label: t('admin.words.replacement'),
          hint: t('admin.words.replacementHint'),
          max: MAX_WORD_CHARACTERS,
        },
      ]
    : []),
];

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
  const editor = useVersionedForm<WordValues & { words: string }, AddedWordsWire>({
    initial: { words: '', action: 'ban', replacement: '' },
    version: 0,
    fields: (values) => [
      {
        name: 'words',
        label: t('admin.words.words'),
        hint: t('admin.words.wordsHint'),
        rows: 6,
        required: t('admin.words.problem.none'),
        check({ words }) {
          const lines = uniqueLines(words);
          if (lines.length > MAX_WORDS_PER_REQUEST)
            return t('admin.words.problem.many', { count: MAX_WORDS_PER_REQUEST });
          return lines.some((line) => line.length > MAX_WORD_CHARACTERS)
            ? t('admin.words.problem.long', { count: MAX_WORD_CHARACTERS })
            : undefined;
        },
      },
      ...actionFields(t, values),
    ],
    save: ({ words, action, replacement }) =>
      call('POST /v2/admin/words', { body: { words: uniqueLines(words), action, replacement } }),
    done(result) {
      onAdded();
      if (result.known.length + result.unusable.length > 0) return setAdded(result);
      showToast({ key: 'admin.words.added', values: { count: result.added } });
      onClose();
    },
  });
  return (
    <EditDialog
      title={t('admin.words.addTitle')}
      text={t('admin.words.addText')}
      editor={editor}
      isNew
      action={t('admin.words.add')}
      onClose={onClose}
    >
      {added && (
        <div className="message-box" role="status">
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

type EditedWord = Pick<AdminWordWire, 'word' | 'action' | 'replacement' | 'enabled'>;
const NEW_WORD: EditedWord = { word: '', action: 'ban', replacement: '', enabled: true };

interface EditProps {
  word: AdminWordWire;
  onClose(): void;
  onSaved(): void;
}

export function EditWordDialog({ word, ...dialog }: EditProps) {
  const { t } = useTexts();
  return (
    <RowDialog<AdminWordWire, EditedWord, { version: number; pages?: number }>
      {...dialog}
      title={t('admin.words.edit')}
      row={word}
      empty={NEW_WORD}
      fields={(values) => [
        {
          name: 'word',
          label: t('admin.words.word'),
          max: MAX_WORD_CHARACTERS,
          required: t('admin.words.problem.none'),
          refused: t('admin.words.problem.refused'),
        },
        ...actionFields(t, values),
        { kind: 'switch', name: 'enabled', label: t('admin.words.enabled') },
      ]}
      labels={{ enabled: t('admin.words.state'), replacement: t('admin.words.replacement') }}
      edit={(request) => call('PUT /v2/admin/words/{id}', request)}
    />
  );
}
