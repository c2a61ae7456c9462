import { useState } from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import type { AdminForumWire, AdminThemeWire } from '#contracts/wire/admin-forum.ts';
import { localizedName } from '#i18n/localized.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { moveItem } from '../../thread-form/move-item.ts';
import { useSortable } from '../hooks/use-sortable.ts';
import { ThemeDialog } from './ThemeDialog.tsx';

/** The themes of a forum. */
export function ForumThemes({ forum, onChanged }: { forum: AdminForumWire; onChanged(): void }) {
  const { t, lang } = useTexts();
  const [editing, setEditing] = useState<AdminThemeWire | 'new'>();
  const [order, setOrder] = useState<number[]>();
  const themes = order
    ? order.flatMap((id) => forum.themes.find((one) => one.id === id) ?? [])
    : forum.themes;
  const { item, handle } = useSortable(`theme-${forum.id}`, themes.length, (from, to) => {
    const ids = moveItem(
      themes.map((one) => one.id),
      from,
      to,
    );
    setOrder(ids);
    call('PUT /v2/admin/forums/{id}/themes/order', { params: { id: forum.id }, body: { ids } })
      .catch(showErrorToast)
      .finally(() => {
        setOrder(undefined);
        onChanged();
      });
    requestAnimationFrame(() =>
      document.querySelectorAll<HTMLElement>('.themes .grip')[to]?.focus(),
    );
  });
  return (
    <section className="block">
      <h2>{t('admin.forums.themes')}</h2>
      <ol className="themes">
        {themes.map((theme, index) => {
          const name = localizedName(lang, { name: theme.name, nameEn: theme.name_en });
          return (
            <li key={theme.id} className="line" data-row {...item(index)}>
              <button
                type="button"
                className="grip"
                {...handle(index)}
                aria-label={t('admin.sort.handle', { name, n: index + 1, count: themes.length })}
              >
                <Icon name="grip" />
              </button>
              <button type="button" className="open" onClick={() => setEditing(theme)}>
                <b>{name}</b>
                <span className="meta">
                  {t('admin.forums.themeCount', { count: theme.threads })}
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
          forumId={forum.id}
          theme={editing === 'new' ? undefined : editing}
          isOnlyTheme={forum.themes.length < 2}
          onClose={() => setEditing(undefined)}
          onSaved={onChanged}
        />
      )}
    </section>
  );
}
