import { $comments } from '#client/thread/comments.ts';
import { $editedReplies } from '#client/thread/edit-post.ts';
import { setReactionCount } from '#client/thread/reactions.ts';
import { readLastPage } from '../thread/published-page.ts';

/* Compares the open page of a thread with a newly published version. */

/** A part of the page and its replacement. */
export interface ChangedPart {
  shown: HTMLElement;
  now: HTMLElement;
  onReplaced(): void;
}

export interface PublishedNews {
  /** Replies that the page lacks, in order. */
  added: HTMLElement[];
  changed: ChangedPart[];
  total: number;
  hasNewVotes: boolean;
  /** The page's number, from 1. */
  number: number;
}

export const readId = (element: Element | null): number =>
  Number((element as HTMLElement | null)?.dataset.id);

export const findList = (root: ParentNode = document): HTMLElement | null =>
  root.querySelector<HTMLElement>('#replies');

/** The last page with shown replies, from 1. */
export const readLastShownPage = (list: HTMLElement): number =>
  readLastPage({ page: Number(list.dataset.page) });

export const hasNextPage = (): boolean =>
  document.querySelector(':is(.ends, .turn) [rel="next"]') !== null;

/** Whether a page is the last shown and has no next page, which may exist by now. */
export function mayHaveGrown(number: number): boolean {
  const list = findList();
  return list !== null && number === readLastShownPage(list) && !hasNextPage();
}

const REPLIES = ':scope > .reply';

/** The element in the open page and in the published one. */
const findBoth = (page: HTMLElement, selector: string): (HTMLElement | null)[] =>
  [document, page].map((root) => root.querySelector<HTMLElement>(selector));

/** Removes local changes of a reply, which its published version includes. */
function forgetReply(id: number): void {
  $editedReplies.setKey(id, undefined as never); // unset
  $comments.setKey(id, undefined as never);
}

/** The shown counterpart of a published reply; a featured copy has its own. */
const findShown = (reply: HTMLElement): HTMLElement | null | undefined =>
  findList()?.querySelector<HTMLElement>(
    `${REPLIES}[data-id="${reply.dataset.id}"]${reply.matches('.featured') ? '.featured' : ':not(.featured)'}`,
  );

/** Applies changed numbers of likes. */
function updateLikes(
  reaction: 'like-thread' | 'like-post',
  { dataset: shown }: HTMLElement,
  { dataset: now }: HTMLElement,
): void {
  if (shown.likes === undefined || shown.likes === now.likes) return;
  shown.likes = now.likes;
  setReactionCount(reaction, Number(now.id), Number(now.likes));
}

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

/** Applies the number of replies. */
function updateHeading(page: HTMLElement): void {
  const [shown, now] = findBoth(page, '#replies > header h2');
  if (shown && now && shown.textContent !== now.textContent) shown.textContent = now.textContent;
}

/**
 * Compares the open page with page `number` of the published thread. Applies counts at once, which
 * move nothing.
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
 * Whether the reader uses a part of the page, which then isn't replaced. A requested editor counts,
 * even before it is a form.
 */
export const isInUse = (part: HTMLElement): boolean =>
  part.contains(document.activeElement) ||
  part.matches(':active') ||
  hasSelection(part) ||
  part.querySelector('form, .editor, [aria-expanded="true"]') !== null ||
  $comments.get()[readId(part)]?.all !== undefined;
