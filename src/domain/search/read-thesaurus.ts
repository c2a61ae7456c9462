import type { Db } from '#db/client.ts';
import { parseThesaurus, type Thesaurus } from '#search/thesaurus.ts';
import { readConfig } from '../config/read.ts';

/** Parsed once for each version of the entry: cutting hundreds of words takes milliseconds. */
let cached: { key: string; thesaurus: Thesaurus } | undefined;

/** The words that administrators have saved as meaning the same; none while nobody has. */
export async function readThesaurus(db: Db): Promise<Thesaurus> {
  const entry = await readConfig(db, 'search_words');
  const { groups } = (entry?.value ?? {}) as { groups?: unknown };
  const text = typeof groups === 'string' ? groups : '';
  if (cached?.key !== text) cached = { key: text, thesaurus: parseThesaurus(text) };
  return cached.thesaurus;
}
