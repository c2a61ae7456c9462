import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $adminLocation, goToScreen } from '#client/admin/admin-location.ts';
import { call } from '#client/core/api.ts';
import { showErrorToast, showToast } from '#client/core/toasts.ts';
import { adminPath } from '#contracts/admin.ts';
import type {
  AdminForumWire,
  AdminSectionWire,
  SectionFieldsWire,
} from '#contracts/wire/admin-forum.ts';
import { formatNumber } from '#i18n/format.ts';
import { wireName } from '#i18n/localized.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ForumIcon } from '../../components/ForumIcon.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { LoadingOrError } from '../components/LoadingOrError.tsx';
import { ScreenHeader } from '../components/ScreenHeader.tsx';
import { RowDialog } from '../form/EditDialog.tsx';
import { nameFields } from '../form/FieldList.tsx';
import { usePolledQuery } from '../hooks/use-polled-query.ts';
import { Grip, useSortable } from '../hooks/use-sortable.tsx';
import { ForumForm } from './ForumForm.tsx';

interface ItemProps {
  section: AdminSectionWire;
  index: number;
  sort: ReturnType<typeof useSortable>;
  chosen: number | undefined;
  onEdit(): void;
  onForumsReordered(forums: AdminForumWire[]): void;
}

const countsOf = ({ threads, themes, moderators }: AdminForumWire) =>
  [
    ['threads', threads],
    ['themes', themes.length],
    ['moderators', moderators.length],
  ] as const;

/** A section with its forums. Their handles reorder them by dragging or with the arrow keys. */
function SectionItem({ section, index, sort, chosen, onEdit, onForumsReordered }: ItemProps) {
  const { t, lang } = useTexts();
  const { forums } = section;
  const forumSort = useSortable(`forum-${section.id}`, forums, onForumsReordered);
  const name = wireName(lang, section);
  return (
    <li data-row data-section={section.id} {...sort.item(index)}>
      <div className="line head">
        <Grip sort={sort} index={index} name={name} />
        <h2>{name}</h2>
        <button
          type="button"
          className="link"
          onClick={onEdit}
          aria-label={t('admin.forums.editSection', { name })}
        >
          {t('admin.forums.edit')}
        </button>
        <a
          className="link"
          href={adminPath('forums', '', { new: section.id })}
          aria-label={t('admin.forums.newForumIn', { name })}
        >
          {t('admin.forums.addForum')}
        </a>
      </div>
      <ol>
        {forums.map((forum, at) => {
          const title = wireName(lang, forum);
          return (
            <li
              key={forum.id}
              className="line"
              data-row
              {...forumSort.item(at)}
              data-chosen={forum.id === chosen ? '' : undefined}
            >
              <Grip sort={forumSort} index={at} name={title} />
              <ForumIcon icon={forum.icon} />
              <a
                className="open"
                href={adminPath('forums', '', { forum: forum.id })}
                aria-current={forum.id === chosen ? 'true' : undefined}
              >
                <b>{title}</b>
                <span className="meta">
                  {countsOf(forum)
                    .map(([of, count]) =>
                      t(`admin.forums.counts.${of}`, { count, n: formatNumber(lang, count) }),
                    )
                    .join(' · ')}
                </span>
              </a>
              {forum.access !== 'public' && (
                <span className="chip">
                  <Icon name="lock" /> {t(`admin.forums.access.${forum.access}`)}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {forums.length === 0 && <p className="hint none">{t('admin.forums.noForums')}</p>}
    </li>
  );
}

interface SectionDialogProps {
  section: AdminSectionWire | undefined;
  onClose(): void;
  onSaved(): void;
}

const NEW_SECTION: SectionFieldsWire = { name: '', name_en: '', recommended: false };

/** The names of a new or existing section, which can be deleted if it has no forums. */
function SectionDialog({ section, ...dialog }: SectionDialogProps) {
  const { t } = useTexts();
  return (
    <RowDialog<AdminSectionWire, SectionFieldsWire>
      {...dialog}
      title={section ? t('admin.forums.section') : t('admin.forums.newSection')}
      row={section}
      empty={NEW_SECTION}
      fields={[
        ...nameFields(t),
        { kind: 'switch', name: 'recommended', label: t('admin.forums.field.recommended') },
      ]}
      create={(body) => call('POST /v2/admin/sections', { body })}
      edit={(request) => call('PUT /v2/admin/sections/{id}', request)}
      deletion={
        section && {
          title: t('admin.forums.deleteSection', { name: section.name }),
          text: t('admin.forums.deleteSectionText'),
          blockedReason: section.forums.length > 0 ? t('admin.forums.notEmpty') : undefined,
          run: () => call('DELETE /v2/admin/sections/{id}', { params: { id: section.id } }),
        }
      }
    />
  );
}

/** Sections and forums in order (R22), with the form of the selected one. */
export default function ForumsScreen() {
  const { t } = useTexts();
  const { query } = useStore($adminLocation);
  const { value, update, ...loading } = usePolledQuery('GET /v2/admin/forums');
  const { reload } = loading;
  const [editing, setEditing] = useState<AdminSectionWire | 'new'>();
  const [announcement, setAnnouncement] = useState('');

  const saveOrder = async (sections: AdminSectionWire[]) => {
    if (!value) return;
    update((now) => ({ ...now, sections }));
    try {
      const { pages } = await call('PUT /v2/admin/forums/order', {
        body: {
          sections: sections.map(({ id, forums }) => ({
            id,
            forums: forums.map((forum) => forum.id),
          })),
        },
      });
      setAnnouncement(t('admin.form.saved', { count: pages }));
    } catch (error) {
      showErrorToast(error);
      reload();
    }
  };
  const sections = value?.sections ?? [];
  const sort = useSortable('section', sections, saveOrder);
  if (!value) return <LoadingOrError {...loading} about={t('admin.forums.about')} rows={6} />;
  const forumId = Number(query.get('forum'));
  const chosen = sections.flatMap((one) => one.forums).find((one) => one.id === forumId);
  const newForumSectionId = query.has('new')
    ? Number(query.get('new')) || sections[0]?.id
    : undefined;
  const close = () => goToScreen(adminPath('forums'));
  return (
    <>
      <ScreenHeader text={t('admin.forums.about')}>
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
        <EmptyState of="admin.forums.empty" />
      ) : (
        <div className="split">
          <ol className="sections">
            {sections.map((section, index) => (
              <SectionItem
                key={section.id}
                section={section}
                index={index}
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
