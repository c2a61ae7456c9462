import { clientPagePath, type MemberPage, parsePage, type Root } from '#contracts/paths.ts';
import { CONTENT_PERIODS, type ContentPeriod } from '#stores/account/my-content.ts';

/** What a list of one's own shows, as its address says. */
export interface MyListQuery {
  tab: 'threads' | 'forums';
  period: ContentPeriod;
  /** From 1. */
  page: number;
}

/** Reads the query of an address; what can't be meant is left out. */
export function parseMyListQuery(query: string): MyListQuery {
  const given = new URLSearchParams(query);
  return {
    tab: given.get('tab') === 'forums' ? 'forums' : 'threads',
    period: CONTENT_PERIODS.find((one) => one === given.get('time')) ?? 'all',
    page: parsePage(given.get('page') ?? undefined) ?? 1,
  };
}

export const myListPath = (
  root: Root,
  memberPage: MemberPage,
  { tab, period, page }: MyListQuery,
): string =>
  clientPagePath(root, memberPage, {
    ...(tab === 'forums' ? { tab } : {}),
    ...(period === 'all' ? {} : { time: period }),
    ...(page > 1 ? { page } : {}),
  });
