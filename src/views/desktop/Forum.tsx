import '#styles/desktop/forum.css';
import type { ForumPage, PageProps } from '#contracts/page-model.ts';
import { clientPagePath, forumPath, forumsPath, type ListAddress } from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { localizedName, pickLang } from '#i18n/localized.ts';
import { translator } from '#i18n/translator.ts';
import { Icon } from '#islands/components/Icon.tsx';
import { NamedIcon } from '#islands/components/NamedIcon.tsx';
import type { DesktopView } from '../layouts/page-view.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { listTitle } from '../parts/list-title.ts';
import { WatchButton } from '../parts/WatchButton.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { ForumAside } from './ForumAside.tsx';
import { ForumTile } from './ForumTile.tsx';
import { ListTabs } from './ListTabs.tsx';
import { Pager } from './Pager.tsx';
import { ThreadList } from './ThreadList.tsx';

export function Forum({ frame, page }: PageProps & { page: ForumPage }): DesktopView {
  const { lang } = frame;
  const { forum, themes, address, pinned, threads } = page;
  const t = translator(lang);
  const name = localizedName(lang, forum);
  const brief = pickLang(lang, forum.brief, forum.briefEn);
  const announcement = pickLang(lang, forum.announcement, forum.announcementEn);
  const href = (list: Partial<ListAddress>) => forumPath(lang, forum.id, list);
  const chips = [
    { id: undefined, label: t('forum.allThemes'), count: forum.threadsCnt },
    ...themes.map((theme) => ({
      id: theme.id,
      label: localizedName(lang, theme),
      count: theme.threadsCnt,
    })),
  ];
  return {
    title: listTitle(t, address, name),
    description: brief,
    feedOf: forum.id,
    visitOf: forum.id,
    current: 'forums',
    content: (
      <div className="wrap forum">
        <Breadcrumbs
          steps={[{ name: localizedName(lang, forum.section), href: forumsPath(lang) }, { name }]}
        />
        <div
          className="forum-head"
          data-slot="forum"
          data-id={forum.id}
          data-favourites={forum.favouritesCnt}
        >
          <ForumTile icon={forum.icon} size={64} />
          <div>
            <h1>{name}</h1>
            <p>{brief}</p>
          </div>
          <button className="btn" type="button" data-act="favourite-forum" aria-pressed="false">
            <Icon name="star" />
            {t('forum.favourite')}{' '}
            <span className="num">{formatNumber(lang, forum.favouritesCnt)}</span>
          </button>
          <WatchButton />
          <a
            className="btn fill"
            href={clientPagePath(lang, 'new', { forum: forum.id })}
            rel="nofollow"
          >
            <Icon name="pencil" />
            {t('nav.newThread')}
          </a>
        </div>
        <div className="cols">
          <div>
            <div className="block">
              {announcement && (
                <p className="announcement">
                  <NamedIcon name="horn" label={t('forum.announcement')} />
                  {announcement}
                </p>
              )}
              <nav className="chips num" aria-label={t('forum.themes')}>
                {chips.map(({ id, label, count }) => (
                  <a
                    key={id ?? ''}
                    href={href({ order: address.order, only: address.only, theme: id })}
                    aria-current={id === address.theme ? 'true' : undefined}
                  >
                    {label} <span className="level">{formatNumber(lang, count)}</span>
                  </a>
                ))}
              </nav>
            </div>
            <h2 className="vh">{t('list.label')}</h2>
            <ListTabs address={address} href={href} />
            {threads.items.length + pinned.length > 0 ? (
              <ThreadList pinned={pinned} threads={threads.items} />
            ) : (
              <EmptyState
                title={t('list.empty.title')}
                text={t('list.empty.text')}
                action={{ text: t('list.empty.action'), href: href({}) }}
              />
            )}
            <Pager
              page={threads.page}
              pages={threads.pages}
              href={(number) => href({ ...address, page: number })}
              go="page"
            />
          </div>
          <ForumAside page={page} />
        </div>
      </div>
    ),
  };
}
