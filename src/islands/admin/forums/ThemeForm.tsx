import type { AdminThemeWire, ChangedWire, ThemeFieldsWire } from '#contracts/wire/admin-forum.ts';
import { call } from '#stores/api.ts';
import { tell } from '#stores/tips.ts';
import { useTexts } from '../../ui/text.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { useEditor } from '../form/editor.ts';
import { TextField } from '../form/fields.tsx';

interface Props {
  forumId: number;
  theme: AdminThemeWire | undefined;
  /** It is the only one of the forum. */
  last: boolean;
  onClose(): void;
  onSaved(): void;
}

const valuesOf = (theme: AdminThemeWire | undefined): ThemeFieldsWire => ({ name: theme?.name ?? '', name_en: theme?.name_en ?? '', template: theme?.template ?? '', template_en: theme?.template_en ?? '' });

/** A kind of thread: its names, and with what the editor begins. */
export function ThemeForm({ forumId, theme, last, onClose, onSaved }: Props) {
  const { t } = useTexts();
  const named = (field: 'name' | 'name_en') => (values: ThemeFieldsWire) => (values[field].trim() === '' ? t('admin.form.required') : undefined);
  const editor = useEditor<ThemeFieldsWire, ChangedWire>({
    initial: valuesOf(theme),
    version: theme?.version ?? 0,
    rules: { name: named('name'), name_en: named('name_en') },
    save: (values, version) => (theme ? call(`/v2/admin/themes/${theme.id}`, { method: 'PUT', body: { ...values, version } }) : call(`/v2/admin/forums/${forumId}/themes`, { method: 'POST', body: { ...values } })),
    theirs: (payload) => ({ values: valuesOf(payload as AdminThemeWire), version: (payload as AdminThemeWire).version }),
    done({ pages }) {
      tell({ key: 'admin.form.saved', values: { count: pages } });
      onSaved();
      onClose();
    },
  });
  const { values, set, problems, touch } = editor;
  return (
    <EditDialog
      title={theme ? t('admin.forums.theme') : t('admin.forums.newTheme')}
      editor={editor}
      labels={{ name: 'admin.forums.field.name', name_en: 'admin.forums.field.name_en', template: 'admin.forums.field.template', template_en: 'admin.forums.field.template_en' }}
      fresh={!theme}
      removal={
        theme && {
          title: t('admin.forums.deleteTheme', { name: theme.name }),
          text: t('admin.forums.deleteThemeText'),
          action: t('admin.form.delete'),
          kept: last || theme.threads > 0 ? t('admin.forums.themeKept') : undefined,
          act: async () => {
            await call(`/v2/admin/themes/${theme.id}`, { method: 'DELETE' });
            onSaved();
            onClose();
          },
        }
      }
      onClose={onClose}
    >
      <TextField label={t('admin.forums.field.name')} lang="zh-CN" max={20} value={values.name} problem={problems.name} onBlur={() => touch('name')} onChange={(name) => set({ name })} />
      <TextField label={t('admin.forums.field.name_en')} lang="en" max={30} value={values.name_en} problem={problems.name_en} onBlur={() => touch('name_en')} onChange={(name_en) => set({ name_en })} />
      <TextField label={t('admin.forums.field.template')} hint={t('admin.forums.hint.template')} lang="zh-CN" mono rows={4} max={5_000} value={values.template} onChange={(template) => set({ template })} />
      <TextField label={t('admin.forums.field.template_en')} lang="en" mono rows={4} max={5_000} value={values.template_en} onChange={(template_en) => set({ template_en })} />
    </EditDialog>
  );
}
