import { useStore } from '@nanostores/react';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useRef } from 'react';
import type { Room as RoomName } from '#contracts/paths.ts';
import { $account } from '#stores/account.ts';
import { Bones } from '../ui/Bones.tsx';
import { Catch } from '../ui/Catch.tsx';
import { LoginFirst } from './LoginFirst.tsx';

/** What fills each room; only the one that is wanted is fetched. */
const FILLINGS: Record<RoomName, LazyExoticComponent<ComponentType>> = {
  search: lazy(() => import('../search/Search.tsx')),
  new: lazy(() => import('../writing/NewThread.tsx')),
  edit: lazy(() => import('../writing/EditThread.tsx')),
  'me/messages': lazy(() => import('../messages/Messages.tsx')),
  'me/letters': lazy(() => import('../letters/Letters.tsx')),
  'me/favourites': lazy(() => import('../own/Favourites.tsx')),
  'me/drafts': lazy(() => import('../own/Drafts.tsx')),
  'me/threads': lazy(() => import('../own/OwnThreads.tsx')),
  'me/replies': lazy(() => import('../own/OwnReplies.tsx')),
  'me/settings': lazy(() => import('../settings/Settings.tsx')),
};

/**
 * Rooms with something on the page that must outlive a session: they say themselves that it has
 * ended.
 */
const STAYING: readonly RoomName[] = ['new', 'edit'];

/** Rooms that visitors may use. */
const OPEN: readonly RoomName[] = ['search'];

/** The island of a page that has no content of its own. */
export function Room({ room }: { room: RoomName }) {
  const account = useStore($account);
  const was = useRef(false);
  const Filling = FILLINGS[room];
  if (!OPEN.includes(room) && account === undefined) return <Bones />;
  if (account) was.current = true;
  if (!OPEN.includes(room) && account === null && !(was.current && STAYING.includes(room)))
    return <LoginFirst />;
  return (
    <Catch>
      <Suspense fallback={<Bones />}>
        <Filling />
      </Suspense>
    </Catch>
  );
}
