import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type ComponentType, lazy, Suspense } from 'react';
import { $account } from '#stores/account/account.ts';

/** What a moderator acts on: a thread by its first post, a reply, or a comment under one. */
export interface ModerationTarget {
  kind: 'thread' | 'reply' | 'comment';
  id: number;
  authorId: number;
  /** Of a reply: opens its editor. */
  onEdit?: (() => void) | undefined;
}

/** The menu of a target, from when moderators' islands were fetched and may act on this page. */
export const $moderateMenu = atom<ComponentType<ModerationTarget> | undefined>(undefined);

/** The place of a moderator's menu; nothing for everybody else. */
export function ModerateMenuSlot(target: ModerationTarget) {
  const Menu = useStore($moderateMenu);
  return Menu ? <Menu {...target} /> : null;
}

const Moderation = lazy(() => import('./Moderation.tsx'));

/** Everything that moderators have on a page; fetched for those who moderate somewhere. */
export function LazyModeration() {
  const moderates = useStore($account)?.moderates;
  return moderates ? (
    <Suspense>
      <Moderation />
    </Suspense>
  ) : null;
}
