import '#styles/phone/forums.css';
import { getListOrder } from '#contracts/list-orders.ts';
import type { ForumPage, PageProps } from '#contracts/page-model.ts';
import {
  clientPagePath,
  forumPath,
  forumsPath,
  type ListAddress,
  userPath,
} from '#contracts/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { localizedName, pickLang } from '#i18n/localized.ts';
import { translator } from '#i18n/translator.ts';
import { ForumIcon } from '#islands/components/ForumIcon.tsx';
import { Icon } from '#islands/components/Icon.tsx';
import { NamedIcon } from '#islands/components/NamedIcon.tsx';
import type { PhoneView } from '../layouts/page-view.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { listTitle } from '../parts/list-title.ts';
import { WatchButton } from '../parts/WatchButton.tsx';
import { ListTabs } from './ListTabs.tsx';
import { ThreadList } from './ThreadList.tsx';

export function Forum({ frame, page }: PageProps & { page: ForumPage }): PhoneView {
  const { lang, root } = frame;
  const { forum, themes, address, pinned, threads, moderators } = page;
  const t = translator(lang);
  const name = localizedName(lang, forum);
  const brief = pickLang(lang, forum.brief, forum.briefEn);
  const announcement = pickLang(lang, forum.announcement, forum.announcementEn);
  const href = (list: Partial<ListAddress>) => forumPath(root, forum.id, list);
  const chips = [
    { id: undefined, label: t('forum.allThemes') },
    ...themes.map((theme) => ({ id: theme.id, label: localizedName(lang, theme) })),
  ];
  return {
    title: listTitle(t, address, name),
    description: brief,
    feedOf: forum.id,
    visitOf: forum.id,
    tab: 'forums',
    up: { text: t('forums.title'), href: forumsPath(root) },
    top: (
      <a
        className="tool"
        href={clientPagePath(root, 'new', { forum: forum.id })}
        rel="nofollow"
        aria-label={t('nav.newThread')}
      >
        <Icon name="pencil" />
      </a>
    ),
    content: (
      <>
        <div
          className="forum-head"
          data-slot="forum"
          data-id={forum.id}
          data-favourites={forum.favouritesCnt}
        >
          <span className="tile">
            <ForumIcon icon={forum.icon} />
          </span>
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
        </div>
        {announcement && (
          <p className="announcement">
            <NamedIcon name="horn" label={t('forum.announcement')} />
            {announcement}
          </p>
        )}
        <ListTabs address={address} href={href} />
        <nav className="chips" aria-label={t('forum.themes')}>
          {chips.map(({ id, label }) => (
            <a
              key={id ?? ''}
              href={href({ order: address.order, only: address.only, theme: id })}
              aria-current={id === address.theme ? 'true' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        <h2 className="vh">{t('list.label')}</h2>
        {threads.items.length + pinned.length > 0 ? (
          <ThreadList
            pinned={pinned}
            threads={threads}
            posted={getListOrder(address.order).column === 'created_at'}
            href={(number) => href({ ...address, page: number })}
          />
        ) : (
          <EmptyState
            title={t('list.empty.title')}
            text={t('list.empty.text')}
            action={{ text: t('list.empty.action'), href: href({}) }}
          />
        )}
        {moderators.length > 0 && (
          <p className="by meta">
            {t('phone.moderators')}{' '}
            {moderators.map((moderator) => (
              <a
                key={moderator.id}
                className="name"
                translate="no"
                href={userPath(root, moderator.id)}
              >
                {moderator.nickname}
              </a>
            ))}
          </p>
        )}
      </>
    ),
  };
}
