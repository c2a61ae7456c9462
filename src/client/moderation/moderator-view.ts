import { atom } from 'nanostores';
import { MAX_PAGES_PER_REQUEST } from '#contracts/limits.ts';
import {
  type ActionName,
  getAction,
  type PageTargetKind,
  rightOfAction,
} from '#contracts/moderation-actions.ts';
import type {
  ForumRight,
  ModeratedForumWire,
  ModeratedThreadWire,
  WithheldPostWire,
} from '#contracts/wire/moderator-view.ts';
import { call } from '../core/api.ts';

/* The moderators' view of a page: their rights, and withheld content. */

const toWithheldPost = ({ storey, ...post }: WithheldPostWire) => ({ ...post, floor: storey });
export type WithheldPost = ReturnType<typeof toWithheldPost>;
export type ModeratedThread = Omit<ModeratedThreadWire, 'withheld'> & { withheld: WithheldPost[] };

/** This page's thread, also if withheld; undefined if the reader doesn't moderate it. */
export const $moderatedThread = atom<ModeratedThread | undefined>(undefined);
export const $moderatedForum = atom<ModeratedForumWire | undefined>(undefined);

export const hasForumRight = (right: ForumRight): boolean =>
  ($moderatedThread.get() ?? $moderatedForum.get())?.rights.includes(right) ?? false;

/** Whether the reader may perform an action on this page. */
export function mayPerform(action: ActionName, kind: PageTargetKind): boolean {
  const right = rightOfAction(action, kind);
  const isEverywhere = ($moderatedThread.get() ?? $moderatedForum.get())?.everywhere ?? false;
  return (
    right !== undefined && hasForumRight(right) && (isEverywhere || !getAction(action).isGlobal)
  );
}

/** Consecutive pages of a thread, from 1. */
export interface PageRange {
  page: number;
  last: number;
}

const fetchThread = async (query: {
  id: number;
  page: number;
  last?: number;
  posts?: string;
}): Promise<ModeratedThread | undefined> => {
  const { data } = await call('GET /v2/moderation/thread', { query, quiet: true });
  return data ? { ...data, withheld: data.withheld.map(toWithheldPost) } : undefined;
};

async function fetchPages(
  id: number,
  { page, last }: PageRange,
): Promise<ModeratedThread | undefined> {
  const next = page + MAX_PAGES_PER_REQUEST;
  const data = await fetchThread({ id, page, last: Math.min(last, next - 1) });
  if (!data || last < next) return data;
  const rest = await fetchPages(id, { page: next, last });
  return { ...data, withheld: [...data.withheld, ...(rest?.withheld ?? [])] };
}

let lastRequest = 0;
let shownRequest = 0;

/**
 * `replies`: ids that replace the pages' own. Drops an outdated answer, and repeats the call if
 * pages were appended meanwhile, to include their withheld posts. Throws Failure.
 */
export async function loadModeratedThread(
  id: number,
  shownPages: () => PageRange,
  replies: readonly number[] = [],
): Promise<void> {
  const request = ++lastRequest;
  const pages = shownPages();
  const thread = await (replies.length > 0
    ? fetchThread({ id, page: pages.page, posts: replies.join(',') })
    : fetchPages(id, pages));
  if (request < shownRequest) return;
  if (replies.length === 0 && pages.last < shownPages().last)
    return loadModeratedThread(id, shownPages);
  shownRequest = request;
  $moderatedThread.set(thread);
}

/** Loads appended pages, unless a view of all pages was shown meanwhile. Throws Failure. */
export async function loadAppendedPages(id: number, pages: PageRange): Promise<void> {
  const before = shownRequest;
  const joined = await fetchPages(id, pages);
  const thread = $moderatedThread.get();
  if (!thread || !joined || shownRequest !== before) return;
  const isKnown = ({ kind, id }: WithheldPost) =>
    thread.withheld.some((one) => one.kind === kind && one.id === id);
  $moderatedThread.set({
    ...thread,
    withheld: [...thread.withheld, ...joined.withheld.filter((one) => !isKnown(one))],
  });
}

/** Throws Failure. */
export async function loadModeratedForum(id: number): Promise<void> {
  const { data } = await call('GET /v2/moderation/forum', { query: { id }, quiet: true });
  $moderatedForum.set(data ?? undefined);
}

/** Undefined if the reader moderates no such thread. Throws Failure. */
export const findModeratedThread = async (id: number): Promise<ModeratedThreadWire | undefined> =>
  (await call('GET /v2/moderation/thread', { query: { id } })).data ?? undefined;

/** Undefined outside selection mode. */
export const $selectedIds = atom<ReadonlySet<number> | undefined>(undefined);

export const endSelection = (): void => $selectedIds.set(undefined);

export function setSelected(ids: readonly number[], chosen: boolean): void {
  const now = new Set($selectedIds.get());
  for (const id of ids) {
    if (chosen) now.add(id);
    else now.delete(id);
  }
  $selectedIds.set(now);
}
