import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation, goToScreen } from '#client/admin/admin-location.ts';
import { call } from '#client/core/api.ts';
import { showErrorToast, showToast } from '#client/core/toasts.ts';
import { adminPath } from '#contracts/admin.ts';
import type { AdminSectionWire } from '#contracts/wire/admin-forum.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { moveItem } from '../../thread-form/move-item.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { useSortable } from '../hooks/use-sortable.ts';
import { ForumForm } from './ForumForm.tsx';
import { SectionDialog } from './SectionDialog.tsx';
import { SectionItem } from './SectionItem.tsx';

/** Sections and forums in their order (R22), with the form of the selected one. */
export default function ForumsScreen() {
  const { t } = useTexts();
  const { query } = useStore($adminLocation);
  const { value, failure, reload, setValue } = usePolledQuery('GET /v2/admin/forums');
  const [editing, setEditing] = useState<AdminSectionWire | 'new'>();
  const [announcement, setAnnouncement] = useState('');

  const saveOrder = async (sections: AdminSectionWire[]) => {
    if (!value) return;
    setValue({ ...value, sections });
    try {
      const { pages } = await call('PUT /v2/admin/forums/order', {
        body: {
          sections: sections.map(({ id, forums }) => ({ id, forums: forums.map((one) => one.id) })),
        },
      });
      setAnnouncement(t('admin.form.saved', { count: pages }));
    } catch (error) {
      showErrorToast(error);
      reload();
    }
  };
  const sections = value?.sections ?? [];
  const sort = useSortable('section', sections.length, (from, to) => {
    void saveOrder(moveItem(sections, from, to));
    requestAnimationFrame(() =>
      document.querySelectorAll<HTMLElement>('.sections > li > .line > .grip')[to]?.focus(),
    );
  });
  if (!value)
    return (
      <>
        <ScreenHeader title={t('admin.screen.forums')} text={t('admin.forums.about')} />
        <LoadingOrError failure={failure} onRetry={reload} rows={6} />
      </>
    );
  const forumId = Number(query.get('forum'));
  const chosen = sections.flatMap((one) => one.forums).find((one) => one.id === forumId);
  const newForumSectionId = query.has('new')
    ? Number(query.get('new')) || sections[0]?.id
    : undefined;
  const close = () => goToScreen(adminPath('forums'));
  return (
    <>
      <ScreenHeader title={t('admin.screen.forums')} text={t('admin.forums.about')}>
        <Button onClick={() => setEditing('new')}>
          <Icon name="plus" />
          {t('admin.forums.newSection')}
        </Button>
        {sections.length > 0 && (
          <a className="btn fill" href={adminPath('forums', '', { new: sections[0]?.id ?? 0 })}>
            <Icon name="plus" />
            {t('admin.forums.newForum')}
          </a>
        )}
      </ScreenHeader>
      <p className="vh" role="status">
        {announcement}
      </p>
      {sections.length === 0 ? (
        <EmptyState title={t('admin.forums.empty.title')} text={t('admin.forums.empty.text')} />
      ) : (
        <div className="split">
          <ol className="sections">
            {sections.map((section, index) => (
              <SectionItem
                key={section.id}
                section={section}
                index={index}
                count={sections.length}
                sort={sort}
                chosen={chosen?.id}
                onEdit={() => setEditing(section)}
                onForumsReordered={(forums) =>
                  void saveOrder(
                    sections.map((one) => (one.id === section.id ? { ...one, forums } : one)),
                  )
                }
              />
            ))}
          </ol>
          <aside className="detail">
            {chosen || newForumSectionId !== undefined ? (
              <ForumForm
                key={chosen?.id ?? 'new'}
                forum={chosen}
                sectionId={chosen?.section_id ?? (newForumSectionId as number)}
                community={value}
                onSaved={(id, pages) => {
                  showToast({ key: 'admin.form.saved', values: { count: pages } });
                  reload();
                  if (!chosen) goToScreen(adminPath('forums', '', { forum: id }));
                }}
                onChanged={reload}
                onDeleted={() => {
                  close();
                  reload();
                }}
              />
            ) : (
              <p className="hint">{t('admin.forums.choose')}</p>
            )}
          </aside>
        </div>
      )}
      {editing && (
        <SectionDialog
          section={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSaved={reload}
        />
      )}
    </>
  );
}
