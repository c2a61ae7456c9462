import { useState } from 'react';
import type { AdminThemeWire, ChangedWire, ThemeFieldsWire } from '#contracts/wire/admin-forum.ts';
import { call } from '#stores/api.ts';
import { tell } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useTexts } from '../../ui/text.ts';
import { Conflict } from '../form/Conflict.tsx';
import { useEditor } from '../form/editor.ts';
import { TextField } from '../form/fields.tsx';
import { SaveBar } from '../form/SaveBar.tsx';
import { Confirm } from '../ui/Confirm.tsx';

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
  const [deleting, setDeleting] = useState(false);
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
  const { values, set, problems, touch, conflict, submit } = editor;
  if (deleting && theme)
    return (
      <Confirm
        title={t('admin.forums.deleteTheme', { name: theme.name })}
        text={t('admin.forums.deleteThemeText')}
        action={t('admin.forums.delete')}
        onClose={() => setDeleting(false)}
        act={async () => {
          await call(`/v2/admin/themes/${theme.id}`, { method: 'DELETE' });
          onSaved();
          onClose();
        }}
      />
    );
  const kept = last || (theme?.threads ?? 0) > 0;
  return (
    <Dialog title={theme ? t('admin.forums.theme') : t('admin.forums.newTheme')} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {conflict && (
          <Conflict
            mine={values}
            theirs={conflict}
            labels={{ name: 'admin.forums.field.name', name_en: 'admin.forums.field.name_en', template: 'admin.forums.field.template', template_en: 'admin.forums.field.template_en' }}
            onTheirs={editor.takeTheirs}
            onMine={() => void editor.keepMine()}
          />
        )}
        <TextField label={t('admin.forums.field.name')} lang="zh-CN" max={20} value={values.name} problem={problems.name} onBlur={() => touch('name')} onChange={(name) => set({ name })} />
        <TextField label={t('admin.forums.field.name_en')} lang="en" max={30} value={values.name_en} problem={problems.name_en} onBlur={() => touch('name_en')} onChange={(name_en) => set({ name_en })} />
        <TextField label={t('admin.forums.field.template')} hint={t('admin.forums.hint.template')} lang="zh-CN" mono rows={4} max={5_000} value={values.template} onChange={(template) => set({ template })} />
        <TextField label={t('admin.forums.field.template_en')} lang="en" mono rows={4} max={5_000} value={values.template_en} onChange={(template_en) => set({ template_en })} />
        <SaveBar editor={editor} fresh={!theme} />
        {theme && (
          <p className="row">
            <Button className="small bad" idle={kept} onClick={() => setDeleting(true)}>
              {t('admin.forums.delete')}
            </Button>
            {kept && <span className="hint">{t('admin.forums.themeKept')}</span>}
          </p>
        )}
      </form>
    </Dialog>
  );
}
