import { parsePath } from '#contracts/paths.ts';

/** What a page is to moderators. */
export type PageKind = 'thread' | 'gone' | 'forum' | 'user' | 'other';

export interface PageInfo {
  kind: PageKind;
  /** Of the thread, the forum or the person; 0 for others. */
  id: number;
  /** Of a thread, from 1. */
  page: number;
  /** The last page of it that the page shows: on phones the next ones join it. */
  last: number;
}

const SINGLE_PAGE = { page: 1, last: 1 };

/** Reads which page this is; `gone` is the address of a thread that isn't shown. */
export function readPageInfo(): PageInfo {
  const data = (selector: string) => document.querySelector<HTMLElement>(selector)?.dataset;
  const thread = data('#compose')?.thread;
  if (thread) {
    const page = Number(data('#replies')?.page) || 1;
    return { kind: 'thread', id: Number(thread), page, last: Number(data('.turn')?.page) || page };
  }
  const [noun, number] = parsePath(location.pathname)?.rest ?? [];
  if (noun === 'post' && document.querySelector('.problem'))
    return { kind: 'gone', id: Number(number) || 0, ...SINGLE_PAGE };
  const forum = data('[data-slot="forum"]')?.id;
  if (forum) return { kind: 'forum', id: Number(forum), ...SINGLE_PAGE };
  const user = data('[data-slot="user"]')?.id;
  return user
    ? { kind: 'user', id: Number(user), ...SINGLE_PAGE }
    : { kind: 'other', id: 0, ...SINGLE_PAGE };
}
