import { atom } from 'nanostores';
import type { AuthorHoldReason } from '#contracts/hold-reasons.ts';
import type { PostWire } from '#contracts/wire/post.ts';
import type { QuotedReply, SentDraft } from '../drafts/reply-draft.ts';

export interface NewReply {
  threadId: number;
  forumId: number;
  html: string;
  quote?: QuotedReply | undefined;
  /** The version of its draft that the server has, which it deletes with the same call. */
  draft?: SentDraft | undefined;
  /** Of all attempts to send it: the server writes it once. */
  key: string;
}

/** A posted reply and its position. */
export interface PostedReply {
  id: number;
  floor: number;
  /** The page of the thread, from 1. */
  page: number;
  /** Whether everybody sees the reply; otherwise only its author, until it is reviewed. */
  checked: boolean;
  /** Why it waits for review, if the server says so. */
  holdReason?: AuthorHoldReason | undefined;
  /** As it is shown; undefined when it has to be loaded. */
  post?: PostWire | undefined;
}

export interface UnpublishedReply {
  post: PostWire;
  quote: QuotedReply | undefined;
}

/** The reader's replies that the published page doesn't have yet. */
export const $unpublishedReplies = atom<readonly UnpublishedReply[]>([]);
