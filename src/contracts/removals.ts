/**
 * What was taken away, by its numbers: a thread, a reply of it, a comment under that, or all that a
 * person has written.
 */
export type Removal = { thread: number; post?: number; comment?: number } | { user: number };
