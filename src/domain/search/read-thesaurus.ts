import type { Db } from '#db/client.ts';
import { parseThesaurus, type Thesaurus } from '#search/thesaurus.ts';
import { readConfig } from '../config/read.ts';

/** Parsed once for each text that was saved: cutting hundreds of words takes milliseconds. */
let cached: { text: string; thesaurus: Thesaurus } | undefined;

/** The words that administrators have saved as meaning the same; none while nobody has. */
export async function readThesaurus(db: Db): Promise<Thesaurus> {
  const entry = await readConfig(db, 'search_words');
  const { groups } = (entry?.value ?? {}) as { groups?: unknown };
  const text = typeof groups === 'string' ? groups : '';
  if (cached?.text !== text) cached = { text, thesaurus: parseThesaurus(text) };
  return cached.thesaurus;
}
