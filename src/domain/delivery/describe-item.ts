import type { Lang } from '#contracts/language.ts';
import { isQueueKind } from '#contracts/notifications.ts';
import {
  clientPagePath,
  forumPath,
  moderationQueuePath,
  type Root,
  replyPagePath,
  threadPath,
} from '#contracts/paths.ts';
import { truncateText } from '#contracts/truncate-text.ts';
import { toReaderExcerpt } from '../message/reader-text.ts';
import type { Item, Receiver } from './contents.ts';
import { deliveryText, happenedText } from './texts.ts';

/* Texts that emails and push messages share, in their receiver's language. */

/** Links lead to the desktop page, which redirects phones. */
export const rootOf = ({ lang }: Receiver) => lang;

/** Titles and excerpts of users, as one line: they go into headers and text. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const MAX_EXCERPT_CHARACTERS = 200;
export const shortExcerpt = (lang: Lang, excerpt: string): string => {
  const words = {
    picture: deliveryText(lang, 'media.picture'),
    video: deliveryText(lang, 'media.video'),
  };
  return truncateText(oneLine(toReaderExcerpt(excerpt, words)), MAX_EXCERPT_CHARACTERS);
};

export const forumNameIn = (
  lang: Lang,
  forum: { forumName: string; forumNameEn: string },
): string => (lang === 'en' ? forum.forumNameEn || forum.forumName : forum.forumName);

export interface ItemText {
  lead: string;
  /** The title of a thread, or ''. */
  title: string;
  /** A floor or counts next to the title, or ''. */
  mark: string;
  /** An excerpt, or ''. */
  text: string;
  path: string;
}

/** The sentence for an item, and the path of its page. */
export function describeItem(
  receiver: Receiver,
  item: Item,
  root: Root = rootOf(receiver),
): ItemText {
  const { lang } = receiver;
  const forum = forumNameIn(lang, item);
  const isGroupOfThreads = item.kind === 'newThread' && item.events > 1;
  const path = isQueueKind(item.kind)
    ? moderationQueuePath(root, item.kind === 'reportQueue' ? 'reports' : 'review', item.forumId)
    : isGroupOfThreads
      ? forumPath(root, item.forumId, { order: 'newest' })
      : item.threadId === null
        ? clientPagePath(root, 'me/messages')
        : item.floor > 0 && item.postId !== null
          ? replyPagePath(root, item.threadId, item.floor, item.postId)
          : threadPath(root, item.threadId);
  return {
    lead: isGroupOfThreads
      ? deliveryText(lang, 'newThreads', { forum, count: item.events })
      : item.kind === 'like' && item.commentId !== null
        ? happenedText(lang, 'likeComment', item.actor, item.events)
        : item.kind === 'like' && item.floor === 0
          ? deliveryText(lang, 'likedThread', { count: item.likes })
          : happenedText(lang, item.kind, item.actor, item.events),
    title: isGroupOfThreads
      ? forum
      : isQueueKind(item.kind)
        ? forum || deliveryText(lang, 'privateMessages')
        : oneLine(item.subject),
    mark: item.floor > 0 ? deliveryText(lang, 'floor', { floor: item.floor }) : '',
    text: shortExcerpt(lang, item.note || item.excerpt),
    path,
  };
}
