import { useStore } from '@nanostores/react';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useRef } from 'react';
import { $account } from '#client/account/account.ts';
import { loadModerationTexts } from '#client/core/dictionary.ts';
import { loginUrl } from '#client/core/page-info.ts';
import { type ClientPage, clientPageKey } from '#contracts/paths.ts';
import { BannedGate } from '../account/BannedGate.tsx';
import { EmptyState } from '../components/EmptyState.tsx';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useTexts } from '../hooks/use-texts.ts';

/** Replaces a page that needs a login, and names its purpose. */
export function LoginRequired({ clientPage }: { clientPage: Exclude<ClientPage, 'search'> }) {
  const { t } = useTexts();
  const title = t(`clientPage.login.for.${clientPageKey(clientPage)}`);
  return (
    <EmptyState title={title} text={t('clientPage.login.text')}>
      <a className="btn fill" href={loginUrl()} rel="nofollow">
        {t('clientPage.login.action')}
      </a>
    </EmptyState>
  );
}

/** Fetched only for members, after the page itself. */
const TabCounts = lazy(() => import('./TabCounts.tsx'));

/** Only the current page's component is fetched. */
const PAGE_COMPONENTS: Record<ClientPage, LazyExoticComponent<ComponentType>> = {
  search: lazy(() => import('../search/Search.tsx')),
  new: lazy(() => import('../thread-form/NewThread.tsx')),
  edit: lazy(() => import('../thread-form/EditThread.tsx')),
  'me/news': lazy(() => import('../whats-new/WhatsNew.tsx')),
  'me/messages': lazy(() => import('../messages/Messages.tsx')),
  'me/letters': lazy(() => import('../letters/Letters.tsx')),
  'me/favourites': lazy(() => import('../my-content/MyFavourites.tsx')),
  'me/bookmarks': lazy(() => import('../my-content/MyBookmarks.tsx')),
  'me/watching': lazy(() => import('../watch/MyWatching.tsx')),
  'me/drafts': lazy(() => import('../my-content/MyDrafts.tsx')),
  'me/threads': lazy(() => import('../my-content/MyThreads.tsx')),
  'me/replies': lazy(() => import('../my-content/MyReplies.tsx')),
  'me/settings': lazy(() => import('../settings/Settings.tsx')),
  'me/welcome': lazy(() => import('../welcome/Welcome.tsx')),
  'me/moderation': lazy(async () => {
    const [page] = await Promise.all([
      import('../moderation/queue/ModerationQueue.tsx'),
      loadModerationTexts(),
    ]);
    return page;
  }),
};

/** Pages for writing threads. Input must survive the session, so they report its end themselves. */
const WRITING_PAGES: readonly ClientPage[] = ['new', 'edit'];

const VISITORS_PAGE = 'search' satisfies ClientPage;

export function ClientPageIsland({ clientPage }: { clientPage: ClientPage }) {
  const account = useStore($account);
  const wasLoggedIn = useRef(false);
  const PageComponent = PAGE_COMPONENTS[clientPage];
  if (account) wasLoggedIn.current = true;
  if (clientPage !== VISITORS_PAGE) {
    if (account === undefined) return <Skeleton />;
    if (account === null && !(wasLoggedIn.current && WRITING_PAGES.includes(clientPage)))
      return <LoginRequired clientPage={clientPage} />;
  }
  return (
    <ErrorBoundary>
      {account && (
        <Suspense>
          <TabCounts />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton />}>
        {WRITING_PAGES.includes(clientPage) ? (
          <BannedGate>
            <PageComponent />
          </BannedGate>
        ) : (
          <PageComponent />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
