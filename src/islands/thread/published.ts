import { parsePage } from '#contracts/paths.ts';

/* What the published page of a thread says to scripts, in the data attributes of its slots. */

export interface PublishedReply {
  /** Tells a featured reply from the same one at its floor. */
  key: string;
  id: number;
  floor: number;
  authorId: number;
  nickname: string;
  likes: number;
  /** Holds its buttons. */
  acts: Element;
  /** Holds what its author wrote. */
  prose: Element | null;
  /** Holds the button that brings its other comments. */
  moreComments: HTMLLIElement | null;
}

export interface Published {
  threadId: number;
  forumId: number;
  closed: boolean;
  /** From 1. */
  page: number;
  /** The first post's buttons; on page 1. */
  thread: { acts: Element; likes: number; favourites: number } | undefined;
  /** A featured reply is there twice. */
  replies: PublishedReply[];
  list: Element;
  poll: Element | null;
  composer: HTMLElement;
}

const count = (text: string | undefined): number => Number(text) || 0;

function toReply(article: HTMLElement): PublishedReply[] {
  const acts = article.querySelector(':scope > .acts');
  const { id, floor, author, nick = '', likes } = article.dataset;
  if (!acts) return [];
  return [
    {
      key: article.id || `featured-${id}`,
      id: count(id),
      floor: count(floor),
      authorId: count(author),
      nickname: nick,
      likes: count(likes),
      acts,
      prose: article.querySelector(':scope > .prose'),
      moreComments: article.querySelector<HTMLElement>('[data-act="comments"]')?.closest('li') ?? null,
    },
  ];
}

/** Reads the page; undefined when it isn't a thread's. */
export function readPublished(): Published | undefined {
  const composer = document.querySelector<HTMLElement>('#compose');
  const list = document.querySelector('#replies');
  if (!composer || !list) return undefined;
  const first = document.querySelector<HTMLElement>('[data-slot="thread"]');
  const acts = first?.querySelector(':scope > .acts');
  return {
    threadId: count(composer.dataset.thread),
    forumId: count(composer.dataset.forum),
    closed: composer.dataset.slot === undefined,
    page: parsePage(location.pathname.split('/')[4]) ?? 1,
    thread: first && acts ? { acts, likes: count(first.dataset.likes), favourites: count(first.dataset.favourites) } : undefined,
    replies: [...document.querySelectorAll<HTMLElement>('[data-slot="reply"]')].flatMap(toReply),
    list,
    poll: document.querySelector('#poll'),
    composer,
  };
}
