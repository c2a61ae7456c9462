import { getListOrder } from '#contracts/list-orders.ts';
import type { HomePage, PageProps } from '#contracts/page-model.ts';
import {
  clientPagePath,
  homePath,
  isByLanguage,
  type ListAddress,
  switchPath,
} from '#contracts/paths.ts';
import { translator } from '#i18n/translator.ts';
import { Icon } from '#islands/components/Icon.tsx';
import type { PhoneView } from '../layouts/page-view.ts';
import { Activities } from '../parts/Activities.tsx';
import { EmptyState } from '../parts/EmptyState.tsx';
import { toHomeEmptyState } from '../parts/home-empty-state.ts';
import { listTitle } from '../parts/list-title.ts';
import { ownLanguageFirst } from '../parts/own-language-first.ts';
import { Carousel } from './Carousel.tsx';
import { Footer } from './Footer.tsx';
import { ListTabs } from './ListTabs.tsx';
import { ThreadList } from './ThreadList.tsx';

export function Home({ frame, page, brand, path }: PageProps & { page: HomePage }): PhoneView {
  const { lang, root } = frame;
  const { address, threads, pinned, carousel, activities } = page;
  const t = translator(lang);
  const href = (list: Partial<ListAddress>) => homePath(root, list);
  const first = isByLanguage(address) && address.page === 1;
  // Further pages follow the first page's threads in the other language.
  const beginsIn = first ? lang : null;
  const here = (link: string) => switchPath(link, { area: 'phone' }) ?? link;
  return {
    title: listTitle(t, address),
    tab: 'home',
    content: (
      <>
        <div className="pull" aria-hidden="true">
          <Icon name="refresh" />
        </div>
        <h1 className="vh">{brand[lang].title}</h1>
        <ListTabs address={address} href={href} unreadHref={clientPagePath(root, 'me/news')} />
        {first && carousel.length > 0 && (
          <Carousel
            cards={ownLanguageFirst(carousel, lang).map((card) => ({
              ...card,
              link: here(card.link),
            }))}
          />
        )}
        <h2 className="vh">{t('list.label')}</h2>
        {threads.items.length + pinned.length > 0 ? (
          <ThreadList
            pinned={pinned}
            threads={threads}
            forum
            beginsIn={isByLanguage(address) ? beginsIn : undefined}
            posted={getListOrder(address.order).column === 'created_at'}
            href={(number) => href({ ...address, page: number })}
          />
        ) : (
          <EmptyState {...toHomeEmptyState(page, root, t)} />
        )}
        {first && activities.length > 0 && (
          <section className="part" id="activities">
            <h2>{t('home.activities')}</h2>
            <Activities
              activities={activities.map((activity) => ({
                ...activity,
                link: here(activity.link),
              }))}
            />
          </section>
        )}
        <Footer path={path} brand={brand} />
      </>
    ),
  };
}
