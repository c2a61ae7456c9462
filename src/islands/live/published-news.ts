import { $comments } from '#client/thread/comments.ts';
import { $editedReplies } from '#client/thread/edit-post.ts';
import { setReactionCount } from '#client/thread/reactions.ts';
import { readLastPage } from '../thread/published-page.ts';

/* What a published page of a thread has that the open one doesn't show yet. */

/** A part of the page, and what it has become. */
export interface ChangedPart {
  shown: HTMLElement;
  now: HTMLElement;
  /** Called when it has been replaced. */
  onReplaced(): void;
}

export interface PublishedNews {
  /** Replies that the page doesn't have, in their order. */
  added: HTMLElement[];
  changed: ChangedPart[];
  /** Replies of the thread. */
  total: number;
  /** Its poll has changed. */
  hasNewVotes: boolean;
  /** The page's number, from 1. */
  number: number;
}

export const readId = (element: Element | null): number =>
  Number((element as HTMLElement | null)?.dataset.id);

export const findList = (root: ParentNode = document): HTMLElement | null =>
  root.querySelector<HTMLElement>('#replies');

/** The last page, from 1, whose replies are shown. */
export const readLastShownPage = (list: HTMLElement): number =>
  readLastPage({ page: Number(list.dataset.page) });

export const hasNextPage = (): boolean =>
  document.querySelector(':is(.ends, .turn) [rel="next"]') !== null;

/** Whether a page is the last that is shown and leads to no other: others may follow it by now. */
export function mayHaveGrown(number: number): boolean {
  const list = findList();
  return list !== null && number === readLastShownPage(list) && !hasNextPage();
}

const REPLIES = ':scope > .reply';

/** An element of the open page, and of the published one. */
const findBoth = (page: HTMLElement, selector: string): (HTMLElement | null)[] =>
  [document, page].map((root) => root.querySelector<HTMLElement>(selector));

/** Forgets what this page knows of a reply beside its published state, which has it now. */
function forgetReply(id: number): void {
  $editedReplies.setKey(id, undefined as never); // unset
  $comments.setKey(id, undefined as never);
}

/** The reply of the page that a published one is; a featured copy is its own. */
const findShown = (reply: HTMLElement): HTMLElement | null | undefined =>
  findList()?.querySelector<HTMLElement>(
    `${REPLIES}[data-id="${reply.dataset.id}"]${reply.matches('.featured') ? '.featured' : ':not(.featured)'}`,
  );

/** Takes over likes that have changed since the page had them. */
function updateLikes(
  reaction: 'like-thread' | 'like-post',
  { dataset: shown }: HTMLElement,
  { dataset: now }: HTMLElement,
): void {
  if (shown.likes === undefined || shown.likes === now.likes) return;
  shown.likes = now.likes;
  setReactionCount(reaction, Number(now.id), Number(now.likes));
}

/** The same for the comments of a reply. */
function updateCommentLikes(now: HTMLElement): void {
  for (const { dataset } of now.querySelectorAll<HTMLElement>('.comments > li[data-id]'))
    setReactionCount('like-comment', Number(dataset.id), Number(dataset.likes ?? 0));
}

function readFirstPost(page: HTMLElement): ChangedPart[] {
  const [shown, now] = findBoth(page, '[data-slot="thread"]');
  if (!shown || !now) return [];
  updateLikes('like-thread', shown, now);
  if (shown.dataset.version === now.dataset.version) return [];
  const [shownText, text] = findBoth(page, '[data-slot="thread"] > .prose');
  const onReplaced = () => void (shown.dataset.version = now.dataset.version);
  return shownText && text ? [{ shown: shownText, now: text, onReplaced }] : [];
}

function hasNewVotes(page: HTMLElement): boolean {
  const [shown, now] = findBoth(page, '#poll');
  const version = now?.dataset.version;
  if (!shown || version === undefined || shown.dataset.version === version) return false;
  shown.dataset.version = version;
  return true;
}

/** Takes over how many replies the thread has. */
function updateHeading(page: HTMLElement): void {
  const [shown, now] = findBoth(page, '#replies > header h2');
  if (shown && now && shown.textContent !== now.textContent) shown.textContent = now.textContent;
}

/**
 * Compares the open page with a published one, page `number` of the thread. Counts are taken over
 * at once, as they move nothing.
 */
export function readNews(page: HTMLElement, number: number): PublishedNews {
  updateHeading(page);
  const isLast = mayHaveGrown(number);
  const news: PublishedNews = {
    added: [],
    changed: readFirstPost(page),
    total: Number(findList(page)?.dataset.total),
    hasNewVotes: hasNewVotes(page),
    number,
  };
  for (const now of findList(page)?.querySelectorAll<HTMLElement>(`${REPLIES}[data-slot]`) ?? []) {
    const id = readId(now);
    if ($editedReplies.get()[id] === null) continue; // deleted here
    const shown = findShown(now);
    if (shown) {
      updateLikes('like-post', shown, now);
      updateCommentLikes(now);
      if (shown.dataset.version !== now.dataset.version)
        news.changed.push({ shown, now, onReplaced: () => forgetReply(id) });
    } else if (isLast && !now.matches('.featured')) news.added.push(now);
  }
  return news;
}

const hasSelection = (part: HTMLElement): boolean => {
  const selection = getSelection();
  return selection?.type === 'Range' && selection.containsNode(part, true);
};

/**
 * Whether the reader is doing something in a part of the page, which therefore stays. An editor is
 * a form from the moment in which it is asked for.
 */
export const isInUse = (part: HTMLElement): boolean =>
  part.contains(document.activeElement) ||
  part.matches(':active') ||
  hasSelection(part) ||
  part.querySelector('form, .editor, [aria-expanded="true"]') !== null ||
  $comments.get()[readId(part)]?.all !== undefined;
