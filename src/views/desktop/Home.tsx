import type { HomePage, PageProps } from '#contracts/page-model.ts';
import { clientPagePath, homePath, isByLanguage, type ListAddress } from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';
import { Icon } from '#islands/components/Icon.tsx';
import type { DesktopView } from '../layouts/page-view.ts';
import { EmptyState } from '../parts/EmptyState.tsx';
import { toHomeEmptyState } from '../parts/home-empty-state.ts';
import { listTitle } from '../parts/list-title.ts';
import { ownLanguageFirst } from '../parts/own-language-first.ts';
import { Carousel } from './Carousel.tsx';
import { HomeAside } from './HomeAside.tsx';
import { ListTabs } from './ListTabs.tsx';
import { Pager } from './Pager.tsx';
import { ThreadList } from './ThreadList.tsx';

export function Home({ frame, page, brand }: PageProps & { page: HomePage }): DesktopView {
  const { lang } = frame;
  const { address, threads, pinned } = page;
  const t = translator(lang);
  const href = (list: Partial<ListAddress>) => homePath(lang, list);
  const first = isByLanguage(address) && address.page === 1;
  return {
    title: listTitle(t, address),
    current: address.order === 'digest' ? 'digest' : 'home',
    content: (
      <div className="wrap">
        <h1 className="vh">{brand[lang].title}</h1>
        {first && page.carousel.length > 0 && (
          <Carousel cards={ownLanguageFirst(page.carousel, lang)} />
        )}
        <div className="cols">
          <div className="home-aside">
            <h2 className="vh">{t('list.label')}</h2>
            <ListTabs address={address} href={href} unreadHref={clientPagePath(lang, 'me/news')}>
              <a className="btn fill" href={clientPagePath(lang, 'new')} rel="nofollow">
                <Icon name="pencil" />
                {t('nav.newThread')}
              </a>
            </ListTabs>
            {threads.items.length + pinned.length > 0 ? (
              <ThreadList
                pinned={pinned}
                threads={threads.items}
                forum
                beginsIn={isByLanguage(address) ? lang : undefined}
              />
            ) : (
              <EmptyState {...toHomeEmptyState(page, lang, t)} />
            )}
            <Pager
              page={threads.page}
              pages={threads.pages}
              href={(number) => href({ ...address, page: number })}
              go="page"
            />
          </div>
          <HomeAside page={page} />
        </div>
      </div>
    ),
  };
}
