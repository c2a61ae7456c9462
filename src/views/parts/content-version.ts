import { hash } from 'node:crypto';
import type { Reply } from '#contracts/page-model.ts';

/** 48 bits: no two versions of one post are alike by chance. */
const VERSION_CHARACTERS = 8;

/**
 * A short name of what a part of a page shows, for islands that look whether it has changed since
 * (islands/live/follow-thread.ts). Its HTML stands apart: written as JSON it would cost more than
 * the rest.
 */
export const contentVersion = (html: string | null, shown?: unknown): string =>
  hash('sha1', `${html}\0${JSON.stringify(shown)}`, 'base64url').slice(0, VERSION_CHARACTERS);

/** The version of a reply with its comments. Likes change alone, and leave it as it is. */
export const replyVersion = (reply: Reply, closed: boolean): string =>
  contentVersion(reply.html, {
    ...reply,
    html: '',
    likesCnt: 0,
    comments: reply.comments.map((comment) => ({ ...comment, likesCnt: 0 })),
    closed,
  });
