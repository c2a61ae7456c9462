import type { UserBriefWire } from '#contracts/wire/user.ts';
import { call } from '../client/api.ts';

const MAX_SUGGESTIONS = 8;
const loadsByKeyword = new Map<string, Promise<UserBriefWire[]>>();

/**
 * Members whose names begin with the keyword. Answers are kept for the page's life. `quiet`: the
 * reader didn't ask for it, as with suggestions while they type. Throws Failure.
 */
export function findUsersByPrefix(
  keyword: string,
  { quiet = false } = {},
): Promise<UserBriefWire[]> {
  const request =
    loadsByKeyword.get(keyword) ??
    call('GET /v1/user/list', {
      query: { keyword, limit: MAX_SUGGESTIONS },
      quiet,
    }).then(
      ({ data }) => data,
      (error: unknown) => {
        loadsByKeyword.delete(keyword);
        throw error;
      },
    );
  loadsByKeyword.set(keyword, request);
  return request;
}
