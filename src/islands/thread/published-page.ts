/* The published page of a thread, read from the data attributes of its slots. */

export interface PublishedComment {
  id: number;
  authorId: number;
  nickname: string;
  createdAt: Date;
  isEdited: boolean;
  likesCnt: number;
  item: HTMLLIElement;
  /** The element with its text. */
  said: HTMLElement | null;
  /** The element with the number of likes, if it has any. */
  likes: HTMLElement | null;
  /** The element with its time, and buttons for members. */
  meta: Element;
}

export interface PublishedReply {
  /** Tells a featured copy from the reply at its floor. */
  key: string;
  /** Of what it showed when it was published. */
  version: string;
  id: number;
  floor: number;
  authorId: number;
  nickname: string;
  likes: number;
  article: HTMLElement;
  /** The element with its buttons. */
  acts: Element;
  /** The element with its text. */
  prose: HTMLElement | null;
  /** The element with the published comments. */
  list: Element | null;
  comments: PublishedComment[];
  /** The element with the button that loads the other comments. */
  moreComments: HTMLLIElement | null;
}

/** The first post; undefined on later pages. */
export interface PublishedFirstPost {
  acts: Element;
  postId: number;
}

export interface PublishedThread {
  threadId: number;
  forumId: number;
  authorId: number;
  subject: string;
  closed: boolean;
  /** The number of the page, from 1. */
  page: number;
  first: PublishedFirstPost | undefined;
  /** How many like the thread, and have it as a favourite; undefined where no button says it. */
  counts: { likes: number; favourites: number } | undefined;
  /** On phones, the element beside the composer with the thread's reactions. */
  bar: Element | null;
  /** The replies of the page; a featured one is in it twice. */
  replies: PublishedReply[];
  list: HTMLElement;
  /** The element with the filters of replies, if the page has any. */
  tools: Element | null;
  /** The line of metadata below the subject. */
  facts: Element | null;
  poll: Element | null;
  composer: HTMLElement;
}

const toNumber = (text: string | undefined): number => Number(text) || 0;

function readComment(item: HTMLLIElement): PublishedComment[] {
  const meta = item.querySelector('.meta');
  if (!item.dataset.id || !meta) return [];
  return [
    {
      id: toNumber(item.dataset.id),
      authorId: toNumber(item.dataset.author),
      nickname: item.querySelector('.name')?.textContent ?? '',
      createdAt: new Date(meta.querySelector('time')?.dateTime ?? ''),
      isEdited: meta.querySelectorAll('time').length > 1,
      likesCnt: toNumber(item.dataset.likes),
      item,
      likes: meta.querySelector<HTMLElement>('.likes'),
      said: item.querySelector<HTMLElement>('.said'),
      meta,
    },
  ];
}

function readReply(article: HTMLElement): PublishedReply[] {
  const acts = article.querySelector(':scope > .acts');
  const { id, floor, author, nick = '', likes, version = '' } = article.dataset;
  if (!acts) return [];
  const list = article.querySelector(':scope > .comments');
  return [
    {
      key: article.id || `featured-${id}`,
      version,
      id: toNumber(id),
      floor: toNumber(floor),
      authorId: toNumber(author),
      nickname: nick,
      likes: toNumber(likes),
      article,
      acts,
      prose: article.querySelector(':scope > .prose'),
      list,
      comments: [...(list?.querySelectorAll<HTMLLIElement>(':scope > li') ?? [])].flatMap(
        readComment,
      ),
      moreComments:
        article.querySelector<HTMLElement>('[data-act="comments"]')?.closest('li') ?? null,
    },
  ];
}

function readFirstPost(post: HTMLElement | null): PublishedFirstPost | undefined {
  const acts = post?.querySelector(':scope > .acts');
  if (!post || !acts) return undefined;
  return {
    acts,
    postId: toNumber(post.dataset.post),
  };
}

/** The replies that the page shows now, with those of appended pages on phones. */
export const readReplies = (): PublishedReply[] =>
  [...document.querySelectorAll<HTMLElement>('[data-slot="reply"]')].flatMap(readReply);

/** The last page, from 1, whose replies are shown. */
export const readLastPage = ({ page }: Pick<PublishedThread, 'page'>): number =>
  toNumber(document.querySelector<HTMLElement>('.turn')?.dataset.page) || page;

/** Reads the page; undefined for other pages than a thread's. */
export function readPublishedThread(): PublishedThread | undefined {
  const composer = document.querySelector<HTMLElement>('#compose');
  const list = document.querySelector<HTMLElement>('#replies');
  if (!composer || !list) return undefined;
  const post = document.querySelector<HTMLElement>('[data-slot="thread"]');
  const bar = document.querySelector<HTMLElement>('[data-slot="reactions"]');
  const counted = bar ?? post;
  return {
    threadId: toNumber(composer.dataset.thread),
    forumId: toNumber(composer.dataset.forum),
    authorId: toNumber(list.dataset.author),
    subject: document.querySelector('h1')?.textContent ?? '',
    closed: composer.dataset.slot === undefined,
    page: toNumber(list.dataset.page),
    first: readFirstPost(post),
    counts: counted
      ? {
          likes: toNumber(counted.dataset.likes),
          favourites: toNumber(counted.dataset.favourites),
        }
      : undefined,
    bar,
    replies: readReplies(),
    list,
    tools: document.querySelector('[data-slot="tools"]'),
    facts: document.querySelector('.facts'),
    poll: document.querySelector('#poll'),
    composer,
  };
}
