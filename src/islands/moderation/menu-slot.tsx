import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import type { ComponentType } from 'react';

/** What a moderator acts on: a thread by its first post, a reply, or a comment under a reply. */
export interface ModerationTarget {
  kind: 'thread' | 'reply' | 'comment';
  id: number;
  authorId: number;
  /** Opens the editor of a reply. */
  onEdit?: (() => void) | undefined;
}

/**
 * The button with the moderators' menu. Moderation.tsx sets it when its chunk has loaded and the
 * reader may moderate on this page; undefined until then and for everybody else.
 */
export const $moderateMenu = atom<ComponentType<ModerationTarget> | undefined>(undefined);

/** The slot of the moderators' menu beside a target. Renders nothing for other readers. */
export function ModerateMenuSlot(target: ModerationTarget) {
  const Menu = useStore($moderateMenu);
  return Menu ? <Menu {...target} /> : null;
}
