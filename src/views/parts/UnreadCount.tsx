import type { MemberPage } from '#contracts/paths.ts';

/* The slot of a page's unread count. Its island fills it for members. */
interface Props {
  of: MemberPage;
}

export function UnreadCount({ of }: Props) {
  return <span data-slot="unread-count" data-of={of}></span>;
}
