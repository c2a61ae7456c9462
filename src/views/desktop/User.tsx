import '#styles/desktop/user.css';
import { htmlLang } from '#contracts/language.ts';
import type { PageProps, UserPage } from '#contracts/page-model.ts';
import { lettersPath, USER_TABS, userPath } from '#contracts/paths.ts';
import { EMPTY_SEARCH, searchPath } from '#contracts/search-address.ts';
import { formatNumber } from '#i18n/format.ts';
import { textAroundTime } from '#i18n/text-around.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { translator } from '#i18n/translator.ts';
import { Avatar } from '#islands/components/Avatar.tsx';
import { Icon } from '#islands/components/Icon.tsx';
import { Time } from '#islands/components/Time.tsx';
import { UserReplyItem } from '#islands/components/UserReplyItem.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { profileJsonLd } from '../parts/json-ld.ts';
import { Stats } from '../parts/Stats.tsx';
import { UserTags } from '../parts/UserTags.tsx';
import { userPageTexts } from '../parts/user-page-texts.ts';
import { Card } from './Card.tsx';
import { Pager } from './Pager.tsx';
import { ThreadList } from './ThreadList.tsx';
import '#styles/desktop/tabs.css';
import type { DesktopView } from '../layouts/page-view.ts';
import { WatchButton } from '../parts/WatchButton.tsx';

export function User({ frame, page, site }: PageProps & { page: UserPage }): DesktopView {
  const { lang } = frame;
  const { user, tab } = page;
  const t = translator(lang);
  const { title, line, numbers, counts, list, empty } = userPageTexts(page, lang, t);
  const [beforeJoined, afterJoined] = textAroundTime(t, 'user.joined');
  return {
    title,
    description: user.description,
    image: user.avatar,
    kind: 'profile',
    jsonLd: profileJsonLd(page, lang, site),
    content: (
      <div className="wrap user">
        <div className="user-head">
          <Avatar person={user} size={72} />
          <div>
            <h1 className="name" translate="no">
              {user.nickname}
            </h1>
            <p className="meta">{line}</p>
            {user.banned && <p className="banned">{t('user.banned')}</p>}
            {user.description && (
              <p lang={htmlLang(guessLang(user.description))}>{user.description}</p>
            )}
            <UserTags tags={user.tags} />
          </div>
          <div className="ways members" data-slot="user" data-id={user.id}>
            <a className="btn" href={lettersPath(lang, user.id)} rel="nofollow">
              <Icon name="mail" />
              {t('user.letter')}
            </a>
            <WatchButton />
          </div>
        </div>
        <div className="cols">
          <div>
            <div className="tabs-row">
              <nav className="tabs num" aria-label={t('user.tabs.label')}>
                {USER_TABS.map((one) => (
                  <a
                    key={one}
                    href={userPath(lang, user.id, one)}
                    aria-current={one === tab ? 'page' : undefined}
                  >
                    {t(`user.tabs.${one}`)}{' '}
                    <span className="level">{formatNumber(lang, counts[one])}</span>
                  </a>
                ))}
              </nav>
            </div>
            <h2 className="vh">{t(`user.tabs.${tab}`)}</h2>
            {page.threads && page.threads.items.length > 0 && (
              <ThreadList threads={page.threads.items} forum />
            )}
            {page.replies && (
              <ul className="replied">
                {page.replies.items.map((reply) => (
                  <UserReplyItem key={reply.postId} reply={reply} />
                ))}
              </ul>
            )}
            {!list?.items.length && <EmptyState {...empty} />}
            {list && (
              <Pager
                page={list.page}
                pages={list.pages}
                href={(number) => userPath(lang, user.id, tab, number)}
                go="page"
              />
            )}
          </div>
          <aside className="aside">
            <Card
              title={t('user.numbers')}
              hint={
                <>
                  {beforeJoined}
                  <Time at={user.createdAt} />
                  {afterJoined}
                </>
              }
            >
              <Stats items={numbers} />
              <a className="btn" href={searchPath(lang, { ...EMPTY_SEARCH, author: user.id })}>
                {t('search.author.search')}
              </a>
            </Card>
          </aside>
        </div>
      </div>
    ),
  };
}
