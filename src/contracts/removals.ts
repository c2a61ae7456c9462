/**
 * What moderators removed, by ids: a thread, a reply of it, a comment under that, or everything
 * that a user has written.
 */
export type Removal = { thread: number; post?: number; comment?: number } | { user: number };

/** A removal, and the forum where it was shown; without one everybody may know of it. */
export interface AnnouncedRemoval {
  forumId?: number;
  removal: Removal;
}
