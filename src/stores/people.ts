import type { UserBriefsReplyWire, UserBriefWire } from '#contracts/wire/user.ts';
import { call } from './api.ts';

const SHOWN = 8;
const known = new Map<string, Promise<UserBriefWire[]>>();

/**
 * People whose name begins like this; an answer is kept for the page. Throws Failure. `quiet`:
 * nobody asked to look for them.
 */
export function findPeople(keyword: string, { quiet = false } = {}): Promise<UserBriefWire[]> {
  const asked =
    known.get(keyword) ??
    call<UserBriefsReplyWire>('/v1/user/list', { query: { keyword, limit: SHOWN }, quiet }).then(
      ({ data }) => data,
      (error: unknown) => {
        known.delete(keyword);
        throw error;
      },
    );
  known.set(keyword, asked);
  return asked;
}
