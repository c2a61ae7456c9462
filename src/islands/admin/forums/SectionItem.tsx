import { adminPath } from '#contracts/admin.ts';
import type { AdminForumWire, AdminSectionWire } from '#contracts/wire/admin-forum.ts';
import { formatNumber } from '#i18n/format.ts';
import { localizedName } from '#i18n/localized.ts';
import { ForumIcon } from '../../components/ForumIcon.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useTexts } from '../../hooks/use-texts.ts';
import { moveItem } from '../../thread-form/move-item.ts';
import { useSortable } from '../hooks/use-sortable.ts';

interface Props {
  section: AdminSectionWire;
  index: number;
  count: number;
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

/**
 * A section with its forums, which are reordered by dragging or with the arrow keys on their
 * handles.
 */
export function SectionItem({
  section,
  index,
  count,
  sort,
  chosen,
  onEdit,
  onForumsReordered,
}: Props) {
  const { t, lang } = useTexts();
  const { forums } = section;
  const forumSort = useSortable(`forum-${section.id}`, forums.length, (from, to) => {
    onForumsReordered(moveItem(forums, from, to));
    requestAnimationFrame(() =>
      document
        .querySelectorAll<HTMLElement>(`[data-section="${section.id}"] ol .grip`)
        [to]?.focus(),
    );
  });
  const name = localizedName(lang, { name: section.name, nameEn: section.name_en });
  return (
    <li data-row data-section={section.id} {...sort.item(index)}>
      <div className="line head">
        <button
          type="button"
          className="grip"
          {...sort.handle(index)}
          aria-label={t('admin.sort.handle', { name, n: index + 1, count })}
        >
          <Icon name="grip" />
        </button>
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
          const title = localizedName(lang, { name: forum.name, nameEn: forum.name_en });
          return (
            <li
              key={forum.id}
              className="line"
              data-row
              {...forumSort.item(at)}
              data-chosen={forum.id === chosen ? '' : undefined}
            >
              <button
                type="button"
                className="grip"
                {...forumSort.handle(at)}
                aria-label={t('admin.sort.handle', {
                  name: title,
                  n: at + 1,
                  count: forums.length,
                })}
              >
                <Icon name="grip" />
              </button>
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
