import type { UserBriefWire } from '#contracts/wire/user.ts';
import { call } from '../core/api.ts';

const MAX_SUGGESTIONS = 8;

type FindUsers = (prefix: string, options?: { quiet?: boolean }) => Promise<UserBriefWire[]>;

/** Keeps the answers for the page's life; a failure is asked for again. */
function keepAnswers(find: (prefix: string, quiet: boolean) => ReturnType<FindUsers>): FindUsers {
  const loadsByPrefix = new Map<string, Promise<UserBriefWire[]>>();
  return (prefix, { quiet = false } = {}) => {
    const request =
      loadsByPrefix.get(prefix) ??
      find(prefix, quiet).catch((error: unknown) => {
        loadsByPrefix.delete(prefix);
        throw error;
      });
    loadsByPrefix.set(prefix, request);
    return request;
  };
}

/**
 * Members whose names begin with the text, for members. `quiet`: the reader didn't ask for it, as
 * with suggestions while they type. Throws Failure.
 */
export const findUsersByPrefix = keepAnswers(
  async (keyword, quiet) =>
    (await call('GET /v1/user/list', { query: { keyword, limit: MAX_SUGGESTIONS }, quiet })).data,
);

/** Who has written something and whose name begins with the text, for everybody. */
export const findAuthorsByPrefix = keepAnswers(
  async (name, quiet) =>
    (
      await call('GET /v2/public/search/author', {
        query: { name, limit: MAX_SUGGESTIONS },
        quiet,
      })
    ).data,
);
