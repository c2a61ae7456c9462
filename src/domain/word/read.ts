import type { AdminWordWire, TriedTextWire } from '#contracts/wire/admin-word.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import type { Params } from '#db/named-parameters.ts';
import { type Runner, statement, toRunner, unpreparedStatement } from '#db/statement.ts';
import { streamRows } from '#db/stream-rows.ts';
import { readWordFilter } from '../message/read-word-filter.ts';
import { filterLine } from '../message/word-filter.ts';

/** What a table of words can be ordered by: its columns, as SQL. */
export const WORD_ORDERS = {
  word: 'w.normalized',
  action: 'w.action',
  enabled: 'w.enabled',
  created_at: 'w.created_at',
  updated_at: 'w.updated_at',
} as const;

const WORD_COLUMNS = `
  w.id,
  w.word,
  w.action,
  w.replacement,
  w.enabled,
  w.version,
  u.nickname as created_by,
  ${isoSql('w.created_at')} as created_at,
  ${isoSql('w.updated_at')} as updated_at`;
const FROM_WORDS = `from sensitive_word w left join "user" u on u.id = w.created_by`;
const WHERE_FILTER = `
  where (:action::text is null or w.action = :action)
    and (:enabled::boolean is null or w.enabled = :enabled)
    and (:pattern::text is null or w.word ilike :pattern)`;

export interface WordFilter {
  action?: string | undefined;
  enabled?: boolean | undefined;
  /** A pattern for `like`. */
  pattern?: string | undefined;
}

const toParams = ({ action, enabled, pattern }: WordFilter) => ({
  action: action ?? null,
  enabled: enabled ?? null,
  pattern: pattern ?? null,
});

/** A page of the list, and how many words fit the filter. `order` is SQL of ours. */
export async function readWords(
  db: Db,
  filter: WordFilter,
  order: string,
  offset: number,
  limit: number,
): Promise<{ rows: AdminWordWire[]; total: number }> {
  const page = unpreparedStatement<AdminWordWire, Params>(
    `select ${WORD_COLUMNS} ${FROM_WORDS} ${WHERE_FILTER} order by ${order} offset :offset limit :limit`,
  );
  const count = unpreparedStatement<{ total: number }, Params>(
    `select count(*)::int as total ${FROM_WORDS} ${WHERE_FILTER}`,
  );
  const params = toParams(filter);
  const [rows, [counted]] = await Promise.all([
    page(db, { ...params, offset, limit }),
    count(db, params),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** All words of the filter, for a file. */
export const exportWords = (
  db: Db,
  filter: WordFilter,
  order: string,
): AsyncGenerator<AdminWordWire[]> =>
  streamRows(
    db,
    `select ${WORD_COLUMNS} ${FROM_WORDS} ${WHERE_FILTER} order by ${order}`,
    toParams(filter),
  );

const selectWord = statement<AdminWordWire, { id: number }>(
  `select ${WORD_COLUMNS} ${FROM_WORDS} where w.id = :id`,
);
export const readWord = async (on: Db | Runner, id: number): Promise<AdminWordWire | undefined> =>
  (await selectWord(toRunner(on), { id }))[0];

/** What would happen to a text if somebody sent it now. */
export async function testText(db: Db, text: string): Promise<TriedTextWire> {
  const wordFilter = await readWordFilter(db);
  const findings = wordFilter(text)
    .map(({ start, end, sensitiveWord }) => ({
      start,
      end,
      word: sensitiveWord.word,
      action: sensitiveWord.action,
      replacement: sensitiveWord.replacement,
    }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const has = (action: string) => findings.some((one) => one.action === action);
  const outcome = has('ban')
    ? 'refused'
    : has('review')
      ? 'review'
      : has('replace')
        ? 'changed'
        : 'clean';
  return { outcome, text: filterLine(wordFilter, text).text, findings };
}
