import { parsePath } from '#contracts/paths.ts';

/** What a page is to moderators. */
export type PageKind = 'thread' | 'gone' | 'forum' | 'user' | 'other';

export interface PageHere {
  kind: PageKind;
  /** Of the thread, the forum or the person; 0 for others. */
  id: number;
  /** Of a thread, from 1. */
  page: number;
}

/** Reads which page this is; `gone` is the address of a thread that isn't shown. */
export function pageHere(): PageHere {
  const data = (selector: string) => document.querySelector<HTMLElement>(selector)?.dataset;
  const thread = data('#compose')?.thread;
  if (thread) return { kind: 'thread', id: Number(thread), page: Number(data('#replies')?.page) || 1 };
  const [noun, number] = parsePath(location.pathname)?.rest ?? [];
  if (noun === 'post' && document.querySelector('.problem')) return { kind: 'gone', id: Number(number) || 0, page: 1 };
  const forum = data('[data-slot="forum"]')?.id;
  if (forum) return { kind: 'forum', id: Number(forum), page: 1 };
  const user = data('[data-slot="user"]')?.id;
  return user ? { kind: 'user', id: Number(user), page: 1 } : { kind: 'other', id: 0, page: 1 };
}
