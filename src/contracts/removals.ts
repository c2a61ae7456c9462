/** Ids of removed content: a thread, a reply, a comment, or all of a user's. */
export type Removal = { thread: number; post?: number; comment?: number } | { user: number };

/** A removal and its forum; public without one. */
export interface AnnouncedRemoval {
  forumId?: number;
  removal: Removal;
}
