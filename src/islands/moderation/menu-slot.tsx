import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import type { ComponentType } from 'react';

/** The target of moderation: a thread (by its first post), reply or comment. */
export interface ModerationTarget {
  kind: 'thread' | 'reply' | 'comment';
  id: number;
  authorId: number;
  onEdit?: (() => void) | undefined;
}

/** Set by Moderation.tsx after its chunk has loaded, if the reader may moderate this page. */
export const $moderateMenu = atom<ComponentType<ModerationTarget> | undefined>(undefined);

/** A target's moderation menu; renders nothing for other readers. */
export function ModerateMenuSlot(target: ModerationTarget) {
  const Menu = useStore($moderateMenu);
  return Menu ? <Menu {...target} /> : null;
}
