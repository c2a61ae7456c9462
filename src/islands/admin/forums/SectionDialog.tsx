import { call } from '#client/core/api.ts';
import type { AdminSectionWire, SectionFieldsWire } from '#contracts/wire/admin-forum.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { CheckboxField } from '../form/form-fields.tsx';
import { NameFields, requireNames } from '../form/NameFields.tsx';
import { closeWhenSaved, useRowForm } from '../form/use-versioned-form.ts';

const valuesOf = (section: AdminSectionWire | undefined): SectionFieldsWire => ({
  name: section?.name ?? '',
  name_en: section?.name_en ?? '',
  recommended: section?.recommended ?? false,
});

/** The names of a section, or a new one. A section without forums can be deleted here. */
export function SectionDialog({
  section,
  onClose,
  onSaved,
}: {
  section: AdminSectionWire | undefined;
  onClose(): void;
  onSaved(): void;
}) {
  const { t } = useTexts();
  const editor = useRowForm<AdminSectionWire, SectionFieldsWire>({
    row: section,
    toValues: valuesOf,
    rules: requireNames(t),
    create: (body) => call('POST /v2/admin/sections', { body }),
    edit: (request) => call('PUT /v2/admin/sections/{id}', request),
    done: closeWhenSaved(onSaved, onClose),
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
      isNew={!section}
      deletion={
        section && {
          title: t('admin.forums.deleteSection', { name: section.name }),
          text: t('admin.forums.deleteSectionText'),
          action: t('admin.form.delete'),
          blockedReason: section.forums.length > 0 ? t('admin.forums.notEmpty') : undefined,
          run: async () => {
            await call('DELETE /v2/admin/sections/{id}', { params: { id: section.id } });
            onSaved();
            onClose();
          },
        }
      }
      onClose={onClose}
    >
      <NameFields editor={editor} />
      <CheckboxField
        label={t('admin.forums.field.recommended')}
        value={values.recommended}
        onChange={(recommended) => set({ recommended })}
      />
    </EditDialog>
  );
}
