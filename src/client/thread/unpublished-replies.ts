import { atom } from 'nanostores';
import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import type { PostWire } from '#contracts/wire/post.ts';
import type { QuotedReply, SentDraft } from '../drafts/reply-draft.ts';

export interface NewReply {
  threadId: number;
  forumId: number;
  html: string;
  quote?: QuotedReply | undefined;
  /** The draft's version on the server, which the call deletes. */
  draft?: SentDraft | undefined;
  /** The same for all attempts: the server stores one. */
  key: string;
}

export interface PostedReply {
  id: number;
  floor: number;
  /** From 1. */
  page: number;
  /** Visible to everybody; else only to its author until reviewed. */
  checked: boolean;
  /** Why it is pending review, if known. */
  holdReason?: AuthorHoldReason | undefined;
  /** undefined if it must be loaded. */
  post?: PostWire | undefined;
}

export interface UnpublishedReply {
  post: PostWire;
  quote: QuotedReply | undefined;
}

/** The reader's replies that the published page lacks. */
export const $unpublishedReplies = atom<readonly UnpublishedReply[]>([]);
