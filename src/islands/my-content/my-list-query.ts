import { CONTENT_PERIODS, type ContentPeriod } from '#client/account/my-content.ts';
import { clientPagePath, type MemberPage, parsePage, type Root } from '#contracts/paths.ts';

/** The query of a list of own content, as its address has it. */
export interface MyListQuery {
  tab: 'threads' | 'forums';
  period: ContentPeriod;
  /** The number of the page, from 1. */
  page: number;
}

/** Parses the query of an address; invalid parts are ignored. */
export function parseMyListQuery(query: string): MyListQuery {
  const given = new URLSearchParams(query);
  return {
    tab: given.get('tab') === 'forums' ? 'forums' : 'threads',
    period: CONTENT_PERIODS.find((period) => period === given.get('time')) ?? 'all',
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
