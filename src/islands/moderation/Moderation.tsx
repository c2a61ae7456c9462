import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { loadModerationTexts } from '#stores/dictionary.ts';
import { Failure } from '#stores/failure.ts';
import { $gone } from '#stores/gone.ts';
import { keptNotice, renew, tellDone } from '#stores/moderation/notice.ts';
import { $forum, $thread, loadForum, loadJoined, loadThread } from '#stores/moderation/place.ts';
import { recovery } from '#stores/recovery.ts';
import { $moderates } from '#stores/resolving.ts';
import { $found } from '#stores/thread-view.ts';
import styles from '../../styles/moderation.css?url';
import { addStylesheet } from '../ui/stylesheet.ts';
import { $asking, loadDialogs } from './asking.ts';
import { lookAgain } from './doing.ts';
import { MenuOf } from './MenuOf.tsx';
import { type PageHere, pageHere } from './page.ts';
import { $selected } from './selection.ts';
import { $menu } from './Tools.tsx';
import { Withheld } from './Withheld.tsx';

const Dialogs = lazy(loadDialogs);
const Selecting = lazy(() => import('./Selecting.tsx'));
const GoneThread = lazy(() => import('./GoneThread.tsx'));
const ForumTools = lazy(() => import('./ForumTools.tsx'));
const UserTools = lazy(() => import('./UserTools.tsx'));

async function loadPlace({ kind, id, ...pages }: PageHere): Promise<void> {
  if (kind === 'forum') await loadForum(id);
  if (kind !== 'thread' && kind !== 'gone') return;
  let found: readonly number[] | undefined;
  do {
    found = $found.get();
    await loadThread(id, pages, found);
  } while (found !== $found.get());
}

const refresh = () => void lookAgain().catch(() => undefined); // what was read before stays

/** Brings what moderators need; asks again when the product is back. */
async function prepare(here: PageHere): Promise<void> {
  for (;;) {
    try {
      await Promise.all([loadModerationTexts(), addStylesheet(styles), loadPlace(here)]);
      return;
    } catch (error) {
      if (error instanceof Failure && !error.away) throw error;
      await recovery();
    }
  }
}

/**
 * Asks what others don't see of later pages that join the thread's. One that can't be asked for now
 * comes with the next.
 */
function useJoined({ kind, id, last }: PageHere, moderates: boolean): void {
  const known = useRef(last);
  useEffect(() => {
    if (!moderates || kind !== 'thread') return undefined;
    const take = async (): Promise<void> => {
      const page = known.current + 1;
      const { last } = pageHere();
      if (last < page) return;
      known.current = last;
      await loadJoined(id, { page, last }).catch(() => void (known.current = page - 1));
    };
    void take(); // what joined while this was being fetched
    document.addEventListener('more', take);
    return () => document.removeEventListener('more', take);
  }, [kind, id, moderates]);
}

/**
 * What moderators have on this page: menus, what others don't see, and the dialogs before each act.
 */
export default function Moderation() {
  const [here] = useState(pageHere);
  const [ready, setReady] = useState(false);
  const thread = useStore($thread);
  const forum = useStore($forum);
  const asking = useStore($asking);
  const selecting = useStore($selected) !== undefined;
  const moderates = thread !== undefined || forum !== undefined;
  useEffect(() => {
    prepare(here).then(
      () => setReady(true),
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error; // refused: they read on as members do
      },
    );
  }, [here]);
  // Once: what is kept later is meant for the page that somebody goes on to.
  useEffect(() => {
    const kept = ready ? keptNotice() : undefined;
    if (kept) tellDone(kept, renew);
  }, [ready]);
  useEffect(() => {
    if (!ready) return;
    $moderates.set(moderates);
    $menu.set(thread && here.kind === 'thread' ? MenuOf : undefined);
  }, [ready, moderates, thread, here]);
  useEffect(() => {
    const ends = [
      $gone.listen(
        (gone) => gone.some((one) => 'thread' in one && one.thread === here.id) && refresh(),
      ),
      $found.listen(refresh),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [here]);
  useJoined(here, ready && thread !== undefined);
  if (!ready) return null;
  return (
    <Suspense>
      {here.kind === 'thread' && thread && <Withheld posts={thread.withheld} />}
      {here.kind === 'gone' && thread && <GoneThread thread={thread} />}
      {here.kind === 'forum' && forum && <ForumTools forum={forum} />}
      {here.kind === 'user' && <UserTools userId={here.id} />}
      {moderates && selecting && <Selecting kind={here.kind === 'forum' ? 'thread' : 'reply'} />}
      {asking && <Dialogs question={asking} />}
    </Suspense>
  );
}
