import type { UserBriefWire } from '#contracts/wire/user.ts';
import { call } from '../core/api.ts';

const MAX_SUGGESTIONS = 8;

type FindUsers = (prefix: string, options?: { quiet?: boolean }) => Promise<UserBriefWire[]>;

/** Caches answers for the page's life, but no failures. */
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

/** Members only. `quiet`: suggestions, not requested by the reader. Throws Failure. */
export const findUsersByPrefix = keepAnswers(
  async (keyword, quiet) =>
    (await call('GET /v1/user/list', { query: { keyword, limit: MAX_SUGGESTIONS }, quiet })).data,
);

/** Authors of published content, for everybody. */
export const findAuthorsByPrefix = keepAnswers(
  async (name, quiet) =>
    (await call('GET /v2/public/search/author', { query: { name, limit: MAX_SUGGESTIONS }, quiet }))
      .data,
);
