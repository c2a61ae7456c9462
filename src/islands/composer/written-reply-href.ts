import { type Root, replyAnchor, replyPermalink } from '#contracts/paths.ts';
import type { SendState } from './use-reply.ts';

/** The address of a reply that was just sent: its anchor on this page, else its permalink. */
export const writtenReplyHref = (
  root: Root,
  threadId: number,
  { written, here }: Extract<SendState, { step: 'written' }>,
): string => (here ? `#${replyAnchor(written.id)}` : replyPermalink(root, threadId, written.id));
