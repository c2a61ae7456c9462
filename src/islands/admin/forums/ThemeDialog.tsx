import { call } from '#client/core/api.ts';
import type { AdminThemeWire, ThemeFieldsWire } from '#contracts/wire/admin-forum.ts';
import { useTexts } from '../../hooks/use-texts.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { TextField } from '../form/form-fields.tsx';
import { NameFields, requireNames } from '../form/NameFields.tsx';
import { closeWhenSaved, useRowForm } from '../form/use-versioned-form.ts';

interface Props {
  forumId: number;
  theme: AdminThemeWire | undefined;
  /** It is the forum's only theme. */
  isOnlyTheme: boolean;
  onClose(): void;
  onSaved(): void;
}

const valuesOf = (theme: AdminThemeWire | undefined): ThemeFieldsWire => ({
  name: theme?.name ?? '',
  name_en: theme?.name_en ?? '',
  template: theme?.template ?? '',
  template_en: theme?.template_en ?? '',
});

/** A theme: its names, and its template. */
export function ThemeDialog({ forumId, theme, isOnlyTheme, onClose, onSaved }: Props) {
  const { t } = useTexts();
  const editor = useRowForm<AdminThemeWire, ThemeFieldsWire>({
    row: theme,
    toValues: valuesOf,
    rules: requireNames(t),
    create: (body) => call('POST /v2/admin/forums/{id}/themes', { params: { id: forumId }, body }),
    edit: (request) => call('PUT /v2/admin/themes/{id}', request),
    done: closeWhenSaved(onSaved, onClose),
  });
  const { values, set } = editor;
  return (
    <EditDialog
      title={theme ? t('admin.forums.theme') : t('admin.forums.newTheme')}
      editor={editor}
      labels={{
        name: 'admin.forums.field.name',
        name_en: 'admin.forums.field.name_en',
        template: 'admin.forums.field.template',
        template_en: 'admin.forums.field.template_en',
      }}
      isNew={!theme}
      deletion={
        theme && {
          title: t('admin.forums.deleteTheme', { name: theme.name }),
          text: t('admin.forums.deleteThemeText'),
          action: t('admin.form.delete'),
          blockedReason: isOnlyTheme || theme.threads > 0 ? t('admin.forums.themeKept') : undefined,
          run: async () => {
            await call('DELETE /v2/admin/themes/{id}', { params: { id: theme.id } });
            onSaved();
            onClose();
          },
        }
      }
      onClose={onClose}
    >
      <NameFields editor={editor} max={20} />
      <TextField
        label={t('admin.forums.field.template')}
        hint={t('admin.forums.hint.template')}
        lang="zh-CN"
        mono
        rows={4}
        max={5_000}
        value={values.template}
        onChange={(template) => set({ template })}
      />
      <TextField
        label={t('admin.forums.field.template_en')}
        lang="en"
        mono
        rows={4}
        max={5_000}
        value={values.template_en}
        onChange={(template_en) => set({ template_en })}
      />
    </EditDialog>
  );
}
