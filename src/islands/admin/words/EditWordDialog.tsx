import { call } from '#client/core/api.ts';
import { MAX_WORD_CHARACTERS } from '#contracts/admin-choices.ts';
import type { AdminWordWire } from '#contracts/wire/admin-word.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { CheckboxField, TextField } from '../form/form-fields.tsx';
import { useVersionedForm } from '../form/use-versioned-form.ts';
import { WordFields } from './WordFields.tsx';

const valuesOf = ({ word, action, replacement, enabled }: AdminWordWire) => ({
  word,
  action,
  replacement,
  enabled,
});

export function EditWordDialog({
  word: row,
  onClose,
  onSaved,
}: {
  word: AdminWordWire;
  onClose(): void;
  onSaved(): void;
}) {
  const { t } = useTexts();
  const editor = useVersionedForm({
    initial: valuesOf(row),
    version: row.version,
    rules: {
      word: ({ word }: { word: string }) =>
        word.trim() === '' ? t('admin.words.problem.none') : undefined,
    },
    save: (values, version) =>
      call('PUT /v2/admin/words/{id}', { params: { id: row.id }, body: { ...values, version } }),
    theirs: (payload) => ({
      values: valuesOf(payload as AdminWordWire),
      version: (payload as AdminWordWire).version,
    }),
    done() {
      onSaved();
      onClose();
    },
  });
  const { values, set, problems, touch, refusedFields } = editor;
  return (
    <EditDialog
      title={t('admin.words.edit')}
      editor={editor}
      labels={{
        word: 'admin.words.word',
        action: 'admin.words.action',
        replacement: 'admin.words.replacement',
        enabled: 'admin.words.state',
      }}
      onClose={onClose}
    >
      <TextField
        label={t('admin.words.word')}
        max={MAX_WORD_CHARACTERS}
        value={values.word}
        problem={
          problems.word ??
          (refusedFields.includes('word') ? t('admin.words.problem.refused') : undefined)
        }
        onBlur={() => touch('word')}
        onChange={(word) => set({ word })}
      />
      <WordFields action={values.action} replacement={values.replacement} set={set} />
      <CheckboxField
        label={t('admin.words.enabled')}
        value={values.enabled}
        onChange={(enabled) => set({ enabled })}
      />
    </EditDialog>
  );
}
