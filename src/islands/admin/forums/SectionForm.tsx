import type { AdminSectionWire, ChangedWire } from '#contracts/wire/admin-forum.ts';
import { call } from '#stores/api.ts';
import { tell } from '#stores/tips.ts';
import { useTexts } from '../../ui/text.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { useEditor } from '../form/editor.ts';
import { SwitchField } from '../form/fields.tsx';
import { NameFields, nameRules } from '../form/NameFields.tsx';

const valuesOf = (section: AdminSectionWire | undefined) => ({
  name: section?.name ?? '',
  name_en: section?.name_en ?? '',
  recommended: section?.recommended ?? false,
});

/** A section's names, or a new one; it is deleted here too, while it holds no forum. */
export function SectionForm({
  section,
  onClose,
  onSaved,
}: {
  section: AdminSectionWire | undefined;
  onClose(): void;
  onSaved(): void;
}) {
  const { t } = useTexts();
  const editor = useEditor({
    initial: valuesOf(section),
    version: section?.version ?? 0,
    rules: nameRules(t),
    save: (values, version) =>
      section
        ? call<ChangedWire>(`/v2/admin/sections/${section.id}`, {
            method: 'PUT',
            body: { ...values, version },
          })
        : call<ChangedWire>('/v2/admin/sections', { method: 'POST', body: values }),
    theirs: (payload) => ({
      values: valuesOf(payload as AdminSectionWire),
      version: (payload as AdminSectionWire).version,
    }),
    done({ pages }) {
      tell({ key: 'admin.form.saved', values: { count: pages } });
      onSaved();
      onClose();
    },
  });
  const { values, set } = editor;
  return (
    <EditDialog
      title={section ? t('admin.forums.section') : t('admin.forums.newSection')}
      editor={editor}
      labels={{
        name: 'admin.forums.field.name',
        name_en: 'admin.forums.field.name_en',
        recommended: 'admin.forums.field.recommended',
      }}
      fresh={!section}
      removal={
        section && {
          title: t('admin.forums.deleteSection', { name: section.name }),
          text: t('admin.forums.deleteSectionText'),
          action: t('admin.form.delete'),
          kept: section.forums.length > 0 ? t('admin.forums.notEmpty') : undefined,
          act: async () => {
            await call(`/v2/admin/sections/${section.id}`, { method: 'DELETE' });
            onSaved();
            onClose();
          },
        }
      }
      onClose={onClose}
    >
      <NameFields editor={editor} />
      <SwitchField
        label={t('admin.forums.field.recommended')}
        value={values.recommended}
        onChange={(recommended) => set({ recommended })}
      />
    </EditDialog>
  );
}
