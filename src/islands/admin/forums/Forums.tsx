import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { adminPath } from '#contracts/admin.ts';
import type { AdminSectionWire, CommunityWire } from '#contracts/wire/admin-forum.ts';
import { $place, go } from '#stores/admin/place.ts';
import { call } from '#stores/api.ts';
import { report, tell } from '#stores/tips.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { State } from '../../ui/State.tsx';
import { useTexts } from '../../ui/text.ts';
import { Head } from '../ui/Head.tsx';
import { useLooked } from '../ui/looked.ts';
import { moved, useSortable } from '../ui/sortable.ts';
import { Waiting } from '../ui/Waiting.tsx';
import { ForumForm } from './ForumForm.tsx';
import { SectionForm } from './SectionForm.tsx';
import { SectionItem } from './SectionItem.tsx';

/** Sections and forums in their order (R22); beside them what was chosen, to be changed. */
export default function Forums() {
  const { t } = useTexts();
  const { query } = useStore($place);
  const { seen, failure, again, set } = useLooked<CommunityWire>('/v2/admin/forums');
  const [editing, setEditing] = useState<AdminSectionWire | 'new'>();
  const [said, setSaid] = useState('');

  const arrange = async (sections: AdminSectionWire[]) => {
    if (!seen) return;
    set({ ...seen, sections });
    try {
      const { pages } = await call<{ pages: number }>('/v2/admin/forums/order', {
        method: 'PUT',
        body: {
          sections: sections.map(({ id, forums }) => ({ id, forums: forums.map((one) => one.id) })),
        },
      });
      setSaid(t('admin.form.saved', { count: pages }));
    } catch (error) {
      report(error);
      again();
    }
  };
  const sections = seen?.sections ?? [];
  const sort = useSortable('section', sections.length, (from, to) => {
    void arrange(moved(sections, from, to));
    requestAnimationFrame(() =>
      document.querySelectorAll<HTMLElement>('.sections > li > .line > .grip')[to]?.focus(),
    );
  });
  if (!seen)
    return (
      <>
        <Head title={t('admin.screen.forums')} text={t('admin.forums.about')} />
        <Waiting failure={failure} again={again} rows={6} />
      </>
    );
  const forumId = Number(query.get('forum'));
  const chosen = sections.flatMap((one) => one.forums).find((one) => one.id === forumId);
  const fresh = query.has('new') ? Number(query.get('new')) || sections[0]?.id : undefined;
  const close = () => go(adminPath('forums'));
  return (
    <>
      <Head title={t('admin.screen.forums')} text={t('admin.forums.about')}>
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
      </Head>
      <p className="vh" role="status">
        {said}
      </p>
      {sections.length === 0 ? (
        <State title={t('admin.forums.empty.title')} text={t('admin.forums.empty.text')} />
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
                onForums={(forums) =>
                  void arrange(
                    sections.map((one) => (one.id === section.id ? { ...one, forums } : one)),
                  )
                }
              />
            ))}
          </ol>
          <aside className="detail">
            {chosen || fresh !== undefined ? (
              <ForumForm
                key={chosen ? `${chosen.id}.${chosen.version}` : 'new'}
                forum={chosen}
                sectionId={chosen?.section_id ?? (fresh as number)}
                community={seen}
                onSaved={(id, pages) => {
                  tell({ key: 'admin.form.saved', values: { count: pages } });
                  again();
                  if (!chosen) go(adminPath('forums', '', { forum: id }));
                }}
                onChanged={again}
                onGone={() => {
                  close();
                  again();
                }}
              />
            ) : (
              <p className="hint">{t('admin.forums.choose')}</p>
            )}
          </aside>
        </div>
      )}
      {editing && (
        <SectionForm
          section={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onSaved={again}
        />
      )}
    </>
  );
}
