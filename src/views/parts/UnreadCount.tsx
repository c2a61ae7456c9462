import type { MemberPage } from '#contracts/paths.ts';

/* The slot of a page's unread count, which an island fills for members. */
export function UnreadCount({ of }: { of: MemberPage }) {
  return <span data-slot="unread-count" data-of={of}></span>;
}
