import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { loadModerationTexts } from '#client/core/dictionary.ts';
import { Failure } from '#client/core/failure.ts';
import { retryUntilLoaded } from '#client/core/wait-until-api-up.ts';
import {
  reloadWhenPublished,
  showActionNotice,
  takeStoredNotice,
} from '#client/moderation/action-notice.ts';
import {
  $moderatedForum,
  $moderatedThread,
  $selectedIds,
  loadAppendedPages,
  loadModeratedForum,
  loadModeratedThread,
} from '#client/moderation/moderator-view.ts';
import { $removals } from '#client/thread/removals.ts';
import { $moderatesForum } from '#client/thread/resolve.ts';
import { $filteredReplyIds } from '#client/thread/thread-view.ts';
import styles from '../../styles/moderation.css?url';
import { LazyMenu } from '../components/LazyMenu.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import { loadStylesheet } from '../page/load-stylesheet.ts';
import { $dialog } from './dialog-store.ts';
import { loadDialogs } from './load-dialogs.ts';
import { ModerateIcon } from './ModerateIcon.tsx';
import { $moderateMenu, type ModerationTarget } from './menu-slot.tsx';
import { type PageInfo, readPageInfo } from './page-info.ts';
import { reloadModeratorView } from './perform-action.ts';
import { WithheldPosts } from './WithheldPosts.tsx';

const ModerationDialogs = lazy(loadDialogs);
const BulkSelection = lazy(() => import('./BulkSelection.tsx'));
const WithheldThread = lazy(() => import('./WithheldThread.tsx'));
const ForumModeration = lazy(() => import('./ForumModeration.tsx'));
const UserModeration = lazy(() => import('./UserModeration.tsx'));

const loadMenu = () =>
  import('./ModerateTargetMenu.tsx').then((module) => module.ModerateTargetMenu);

function ModerateMenu(target: ModerationTarget) {
  const { t } = useTexts();
  const label = t(`moderation.menu.${target.kind}`);
  return (
    <LazyMenu
      label={label}
      load={loadMenu}
      menu={{ ...target, label }}
      button={{ className: 'moderate', 'data-act': 'moderate', children: <ModerateIcon /> }}
    />
  );
}

async function loadModeratorView({ kind, id, ...pages }: PageInfo): Promise<void> {
  if (kind === 'forum') await loadModeratedForum(id);
  if (kind !== 'thread' && kind !== 'withheld') return;
  let found: readonly number[] | undefined;
  do {
    found = $filteredReplyIds.get();
    await loadModeratedThread(id, () => pages, found);
  } while (found !== $filteredReplyIds.get());
}

// the loaded data stays
const refresh = () => void reloadModeratorView().catch(() => undefined);

/** Loads the moderators' view of the page, again when the API is back. */
const loadModeration = (pageInfo: PageInfo) =>
  retryUntilLoaded(
    () => Promise.all([loadModerationTexts(), loadStylesheet(styles), loadModeratorView(pageInfo)]),
    (error) => !(error instanceof Failure) || error.isApiDown,
  );

/** Loads withheld posts of appended pages. A failed load is retried with the next page. */
function useAppendedPages({ kind, id, last }: PageInfo, moderates: boolean): void {
  const lastLoadedPage = useRef(last);
  useEffect(() => {
    if (!moderates || kind !== 'thread') return undefined;
    const loadAppended = async (): Promise<void> => {
      const page = lastLoadedPage.current + 1;
      const { last } = readPageInfo();
      if (last < page) return;
      lastLoadedPage.current = last;
      await loadAppendedPages(id, { page, last }).catch(
        () => void (lastLoadedPage.current = page - 1),
      );
    };
    void loadAppended(); // pages appended during the import
    document.addEventListener('more', loadAppended);
    return () => document.removeEventListener('more', loadAppended);
  }, [kind, id, moderates]);
}

/** All moderators' tools of this page: menus, withheld posts, dialogs. */
export default function Moderation() {
  const [pageInfo] = useState(readPageInfo);
  const [ready, setReady] = useState(false);
  const thread = useStore($moderatedThread);
  const forum = useStore($moderatedForum);
  const asking = useStore($dialog);
  const isSelecting = useStore($selectedIds) !== undefined;
  const moderates = thread !== undefined || forum !== undefined;
  useEffect(() => {
    loadModeration(pageInfo).then(
      () => setReady(true),
      (error: unknown) => {
        // refused: the reader continues without the tools
        if (!(error instanceof Failure)) throw error;
      },
    );
  }, [pageInfo]);
  // once: a notice that is stored later is for the next page
  useEffect(() => {
    const notice = ready ? takeStoredNotice() : undefined;
    if (notice) showActionNotice(notice, reloadWhenPublished);
  }, [ready]);
  useEffect(() => {
    if (!ready) return;
    $moderatesForum.set(moderates);
    $moderateMenu.set(thread && pageInfo.kind === 'thread' ? ModerateMenu : undefined);
  }, [ready, moderates, thread, pageInfo]);
  useEffect(() => {
    const ends = [
      $removals.listen(
        (removals) =>
          removals.some((removal) => 'thread' in removal && removal.thread === pageInfo.id) &&
          refresh(),
      ),
      $filteredReplyIds.listen(refresh),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [pageInfo]);
  useAppendedPages(pageInfo, ready && thread !== undefined);
  if (!ready) return null;
  return (
    <Suspense>
      {pageInfo.kind === 'thread' && thread && <WithheldPosts posts={thread.withheld} />}
      {pageInfo.kind === 'withheld' && thread && <WithheldThread thread={thread} />}
      {pageInfo.kind === 'forum' && forum && <ForumModeration forum={forum} />}
      {pageInfo.kind === 'user' && <UserModeration userId={pageInfo.id} />}
      {moderates && isSelecting && (
        <BulkSelection kind={pageInfo.kind === 'forum' ? 'thread' : 'reply'} />
      )}
      {asking && <ModerationDialogs question={asking} />}
    </Suspense>
  );
}
