import type { Db } from '#db/client.ts';
import { type Runner, statement } from '#db/statement.ts';
import { createWordFilter, type SensitiveWord, type WordFilter } from './word-filter.ts';

/** SQL: a version of the list of sensitive words, as text. */
export const wordListVersionSql = `
  (
    select concat(count(*), '/', extract(epoch from max(updated_at)))
    from sensitive_word
    where enabled
  )`;
const selectListVersion = statement<{ version: string }>(`select ${wordListVersionSql} as version`);
const selectEnabledWords = statement<SensitiveWord>(
  `select word, action, replacement from sensitive_word where enabled order by id`,
);

let cachedFilter: { version: string; screen: WordFilter } = {
  version: '',
  screen: createWordFilter([]),
};

/** The current filter, cached by version; a known wordListVersionSql as `version` saves a query. */
export async function readWordFilter(on: Db | Runner, version?: string): Promise<WordFilter> {
  const now = version ?? (await selectListVersion(on))[0]?.version ?? '';
  if (cachedFilter.version !== now)
    cachedFilter = { version: now, screen: createWordFilter(await selectEnabledWords(on)) };
  return cachedFilter.screen;
}
