import { type AdminWordWire, WORD_MAX } from '#contracts/wire/admin-word.ts';
import { call } from '#stores/api.ts';
import { useTexts } from '../../ui/text.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { useEditor } from '../form/editor.ts';
import { SwitchField, TextField } from '../form/fields.tsx';
import { WordFields } from './WordFields.tsx';

const valuesOf = ({ word, action, replacement, enabled }: AdminWordWire) => ({
  word,
  action,
  replacement,
  enabled,
});

export function EditWord({
  word: row,
  onClose,
  onSaved,
}: {
  word: AdminWordWire;
  onClose(): void;
  onSaved(): void;
}) {
  const { t } = useTexts();
  const editor = useEditor({
    initial: valuesOf(row),
    version: row.version,
    rules: {
      word: ({ word }: { word: string }) =>
        word.trim() === '' ? t('admin.words.problem.none') : undefined,
    },
    save: (values, version) =>
      call<{ version: number }>(`/v2/admin/words/${row.id}`, {
        method: 'PUT',
        body: { ...values, version },
      }),
    theirs: (payload) => ({
      values: valuesOf(payload as AdminWordWire),
      version: (payload as AdminWordWire).version,
    }),
    done() {
      onSaved();
      onClose();
    },
  });
  const { values, set, problems, touch, refused } = editor;
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
        max={WORD_MAX}
        value={values.word}
        problem={
          problems.word ?? (refused.includes('word') ? t('admin.words.problem.refused') : undefined)
        }
        onBlur={() => touch('word')}
        onChange={(word) => set({ word })}
      />
      <WordFields action={values.action} replacement={values.replacement} set={set} />
      <SwitchField
        label={t('admin.words.enabled')}
        value={values.enabled}
        onChange={(enabled) => set({ enabled })}
      />
    </EditDialog>
  );
}
