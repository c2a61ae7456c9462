/* The published page of a thread, read from the data attributes of its slots. */

export interface PublishedComment {
  id: number;
  authorId: number;
  nickname: string;
  createdAt: Date;
  isEdited: boolean;
  likesCnt: number;
  item: HTMLLIElement;
  /** The element of the text. */
  said: HTMLElement | null;
  /** The element of the number of likes, if any. */
  likes: HTMLElement | null;
  /** The element of the time and the member's buttons. */
  meta: Element;
}

export interface PublishedReply {
  /** Distinguishes a featured copy from the reply at its floor. */
  key: string;
  /** The published version. */
  version: string;
  id: number;
  floor: number;
  authorId: number;
  nickname: string;
  likes: number;
  article: HTMLElement;
  acts: Element;
  prose: HTMLElement | null;
  list: Element | null;
  comments: PublishedComment[];
  /** The element of the button that loads the omitted comments. */
  moreComments: HTMLLIElement | null;
}

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
  /** From 1. */
  page: number;
  first: PublishedFirstPost | undefined;
  /** Undefined if no button shows them. */
  counts: { likes: number; favourites: number } | undefined;
  /** On phones, the element of the reactions next to the composer. */
  bar: Element | null;
  /** The replies of the page, a featured one twice. */
  replies: PublishedReply[];
  list: HTMLElement;
  /** The element of the filters, if any. */
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
      said: item.querySelector<HTMLElement>('.message-text'),
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
  return { acts, postId: toNumber(post.dataset.post) };
}

/** The replies now on the page, on phones including appended pages. */
export const readReplies = (): PublishedReply[] =>
  [...document.querySelectorAll<HTMLElement>('[data-slot="reply"]')].flatMap(readReply);

/** The last page with shown replies, from 1. */
export const readLastPage = ({ page }: Pick<PublishedThread, 'page'>): number =>
  toNumber(document.querySelector<HTMLElement>('.turn')?.dataset.page) || page;

/** Reads the page; undefined on other pages. */
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
      ? { likes: toNumber(counted.dataset.likes), favourites: toNumber(counted.dataset.favourites) }
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
