import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { MAX_THEME_NAME_CHARACTERS } from '#contracts/admin-choices.ts';
import type {
  AdminForumWire,
  AdminThemeWire,
  ThemeFieldsWire,
} from '#contracts/wire/admin-forum.ts';
import { wireName } from '#i18n/localized.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { RowDialog } from '../form/EditDialog.tsx';
import { localizedFields, nameFields } from '../form/FieldList.tsx';
import { Grip, useSortable } from '../hooks/use-sortable.tsx';

interface ThemeDialogProps {
  forum: AdminForumWire;
  theme: AdminThemeWire | undefined;
  onClose(): void;
  onSaved(): void;
}

const NEW_THEME: ThemeFieldsWire = {
  name: '',
  name_en: '',
  template: '',
  template_en: '',
  moderators_only: false,
};

/** The names and the template of a theme. A forum's last theme can't be deleted. */
function ThemeDialog({ forum: { id, themes }, theme, ...dialog }: ThemeDialogProps) {
  const { t } = useTexts();
  return (
    <RowDialog<AdminThemeWire, ThemeFieldsWire>
      {...dialog}
      title={theme ? t('admin.forums.theme') : t('admin.forums.newTheme')}
      row={theme}
      empty={NEW_THEME}
      fields={[
        ...nameFields(t, MAX_THEME_NAME_CHARACTERS),
        ...localizedFields(t, 'template', {
          mono: true,
          rows: 4,
          hint: t('admin.forums.hint.template'),
        }),
        {
          kind: 'switch',
          name: 'moderators_only',
          label: t('admin.forums.field.moderators_only'),
          hint: t('admin.forums.hint.moderators_only'),
        },
      ]}
      create={(body) => call('POST /v2/admin/forums/{id}/themes', { params: { id }, body })}
      edit={(request) => call('PUT /v2/admin/themes/{id}', request)}
      deletion={
        theme && {
          title: t('admin.forums.deleteTheme', { name: theme.name }),
          text: t('admin.forums.deleteThemeText'),
          blockedReason:
            themes.length < 2 || theme.threads > 0 ? t('admin.forums.themeInUse') : undefined,
          run: () => call('DELETE /v2/admin/themes/{id}', { params: { id: theme.id } }),
        }
      }
    />
  );
}

export function ForumThemes({ forum, onChanged }: { forum: AdminForumWire; onChanged(): void }) {
  const { t, lang } = useTexts();
  const [editing, setEditing] = useState<AdminThemeWire | 'new'>();
  const [order, setOrder] = useState<number[]>();
  const themes = order
    ? order.flatMap((id) => forum.themes.find((one) => one.id === id) ?? [])
    : forum.themes;
  const sort = useSortable(`theme-${forum.id}`, themes, (sorted) => {
    const ids = sorted.map((one) => one.id);
    setOrder(ids);
    call('PUT /v2/admin/forums/{id}/themes/order', { params: { id: forum.id }, body: { ids } })
      .catch(showErrorToast)
      .finally(() => {
        setOrder(undefined);
        onChanged();
      });
  });
  return (
    <section className="block">
      <h2>{t('admin.forums.themes')}</h2>
      <ol className="themes">
        {themes.map((theme, index) => {
          const name = wireName(lang, theme);
          return (
            <li key={theme.id} className="line" data-row {...sort.item(index)}>
              <Grip sort={sort} index={index} name={name} />
              <button type="button" className="open" onClick={() => setEditing(theme)}>
                <b>{name}</b>
                <span className="meta">
                  {t('admin.forums.themeCount', { count: theme.threads })}
                  {theme.moderators_only && ` · ${t('admin.forums.moderatorsOnly')}`}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <p className="row">
        <Button className="small" onClick={() => setEditing('new')}>
          <Icon name="plus" />
          {t('admin.forums.newTheme')}
        </Button>
      </p>
      {editing && (
        <ThemeDialog
          forum={forum}
          theme={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSaved={onChanged}
        />
      )}
    </section>
  );
}
