import { type OwnRoom, parsePage, type Root, roomPath } from '#contracts/paths.ts';
import { OWN_PERIODS, type OwnPeriod } from '#stores/own.ts';

/** What a list of one's own shows, as its address says. */
export interface OwnAddress {
  tab: 'threads' | 'forums';
  period: OwnPeriod;
  /** From 1. */
  page: number;
}

/** Reads the query of an address; what can't be meant is left out. */
export function parseOwn(query: string): OwnAddress {
  const given = new URLSearchParams(query);
  return {
    tab: given.get('tab') === 'forums' ? 'forums' : 'threads',
    period: OWN_PERIODS.find((one) => one === given.get('time')) ?? 'all',
    page: parsePage(given.get('page') ?? undefined) ?? 1,
  };
}

export const ownPath = (root: Root, room: OwnRoom, { tab, period, page }: OwnAddress): string =>
  roomPath(root, room, {
    ...(tab === 'forums' ? { tab } : {}),
    ...(period === 'all' ? {} : { time: period }),
    ...(page > 1 ? { page } : {}),
  });
