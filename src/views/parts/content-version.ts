import { hash } from 'node:crypto';
import type { Reply } from '#contracts/page-model.ts';

/** 48 bits: collisions between a post's versions are negligible. */
const VERSION_CHARACTERS = 8;

/**
 * A short hash of what a part of a page shows, with which islands detect changes
 * (islands/live/follow-thread.ts). The HTML is hashed separately: as JSON it would cost more.
 */
export const contentVersion = (html: string | null, shown?: unknown): string =>
  hash('sha1', `${html}\0${JSON.stringify(shown)}`, 'base64url').slice(0, VERSION_CHARACTERS);

/** The version of a reply with its comments, but without likes, which change independently. */
export const replyVersion = (reply: Reply, closed: boolean): string =>
  contentVersion(reply.html, {
    ...reply,
    html: '',
    likesCnt: 0,
    comments: reply.comments.map((comment) => ({ ...comment, likesCnt: 0 })),
    closed,
  });
