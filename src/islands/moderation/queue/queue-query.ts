import { clientPagePath, parseId, parsePage, type Root } from '#contracts/paths.ts';

export const QUEUE_TABS = ['reports', 'review', 'log'] as const;
export type QueueTab = (typeof QUEUE_TABS)[number];
export const CASE_STATES = ['open', 'mine', 'handled'] as const;

export interface QueueQuery {
  tab: QueueTab;
  state: (typeof CASE_STATES)[number];
  /** Undefined: all forums that the reader moderates. */
  forumId: number | undefined;
  /** The list's page, from 1. */
  page: number;
  /** The open case. */
  caseId: number | undefined;
}

/** Parses the query of an address; ignores invalid parts. */
export function parseQueueQuery(query: string): QueueQuery {
  const given = new URLSearchParams(query);
  const get = (name: string) => given.get(name) ?? undefined;
  return {
    tab: QUEUE_TABS.find((tab) => tab === get('tab')) ?? 'reports',
    state: CASE_STATES.find((state) => state === get('state')) ?? 'open',
    forumId: parseId(get('forum')),
    page: parsePage(get('page')) ?? 1,
    caseId: parseId(get('case')),
  };
}

export const queuePath = (root: Root, { tab, state, forumId, page, caseId }: QueueQuery): string =>
  clientPagePath(root, 'me/moderation', {
    ...(tab === 'reports' ? {} : { tab }),
    ...(state === 'open' ? {} : { state }),
    ...(forumId ? { forum: forumId } : {}),
    ...(page > 1 ? { page } : {}),
    ...(caseId ? { case: caseId } : {}),
  });

/** Props that all lists of the queue share. */
export interface QueueListProps {
  address: QueueQuery;
  /** The address of the same list with changes. */
  path(change: Partial<QueueQuery>): string;
  go(path: string): void;
  replace(path: string): void;
  /** Called after a decision, to reload the counts. */
  onDecided(): void;
}

/** The row to open after a handled one: the next, else the previous. */
export function rowAfter<Row extends { id: number }>(
  rows: readonly Row[],
  id: number | undefined,
): number | undefined {
  const index = rows.findIndex((row) => row.id === id);
  return (rows[index + 1] ?? rows[index - 1])?.id;
}
