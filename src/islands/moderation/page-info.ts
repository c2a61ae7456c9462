import { parsePath } from '#contracts/paths.ts';

export type PageKind = 'thread' | 'withheld' | 'forum' | 'user' | 'other';

export interface PageInfo {
  kind: PageKind;
  /** Id of the thread, forum or user; 0 for other pages. */
  id: number;
  /** Of a thread, from 1. */
  page: number;
  /** The last shown page: phones append pages. */
  last: number;
}

const SINGLE_PAGE = { page: 1, last: 1 };

/** Reads the page's kind; `withheld` is the address of a withheld thread. */
export function readPageInfo(): PageInfo {
  const query = (selector: string) => document.querySelector<HTMLElement>(selector);
  const thread = query('#compose')?.dataset.thread;
  if (thread) {
    const page = Number(query('#replies')?.dataset.page) || 1;
    return {
      kind: 'thread',
      id: Number(thread),
      page,
      last: Number(query('.turn')?.dataset.page) || page,
    };
  }
  const [noun, number] = parsePath(location.pathname)?.rest ?? [];
  if (noun === 'post' && document.querySelector('.problem'))
    return { kind: 'withheld', id: Number(number) || 0, ...SINGLE_PAGE };
  const forum = query('[data-slot="forum"]')?.dataset.id;
  if (forum) return { kind: 'forum', id: Number(forum), ...SINGLE_PAGE };
  const user = query('[data-slot="user"]')?.dataset.id;
  return user
    ? { kind: 'user', id: Number(user), ...SINGLE_PAGE }
    : { kind: 'other', id: 0, ...SINGLE_PAGE };
}
