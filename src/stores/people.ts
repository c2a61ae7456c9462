import type { UserBriefsReplyWire, UserBriefWire } from '#contracts/wire/user.ts';
import { call } from './api.ts';

const SHOWN = 8;
const known = new Map<string, Promise<UserBriefWire[]>>();

/** People whose name begins like this; an answer is kept for the page. Nobody when the product doesn't answer. */
export function findPeople(keyword: string): Promise<UserBriefWire[]> {
  const asked =
    known.get(keyword) ??
    call<UserBriefsReplyWire>('/v1/user/list', { query: { keyword, limit: SHOWN }, quiet: true }).then(
      ({ data }) => data,
      () => {
        known.delete(keyword);
        return [];
      },
    );
  known.set(keyword, asked);
  return asked;
}
