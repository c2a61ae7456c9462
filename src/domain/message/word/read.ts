import type { AdminWordWire, TriedTextWire } from '#contracts/calls/admin/word-calls.ts';
import { leftJoinByKeySql } from '#db/by-key-sql.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { toLikePattern } from '#db/like-pattern.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';
import { defineTable } from '../../shared/define-table.ts';
import { readWordFilter } from '../read-word-filter.ts';
import { filterLine } from '../word-filter.ts';

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
const JOIN_CREATOR = leftJoinByKeySql('"user"', 'u', 'w.created_by');

interface WordFilter {
  action?: string | undefined;
  enabled?: '0' | '1' | undefined;
  /** Anywhere in a word. */
  q?: string | undefined;
}

export const wordTable = defineTable<AdminWordWire, WordFilter>({
  table: 'sensitive_word',
  alias: 'w',
  key: 'id',
  columns: WORD_COLUMNS,
  joins: JOIN_CREATOR,
  orders: {
    word: 'w.normalized',
    action: 'w.action',
    enabled: 'w.enabled',
    created_at: 'w.created_at',
    updated_at: 'w.updated_at',
  },
  filters: {
    action: 'w.action = :action',
    enabled: `w.enabled = (:enabled::text = '1')`,
    q: 'w.word ilike :pattern',
  },
  params: ({ q = '' }) => ({ pattern: toLikePattern(q) }),
  isSmall: true,
});

const selectWord = statement<AdminWordWire, { id: number }>(
  `select ${WORD_COLUMNS} from sensitive_word w ${JOIN_CREATOR} where w.id = :id`,
);
export const readWord = async (on: Db | Runner, id: number): Promise<AdminWordWire | undefined> =>
  (await selectWord(toRunner(on), { id }))[0];

/** The filter's result for a text sent now. */
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
  const has = (action: string) => findings.some((finding) => finding.action === action);
  const outcome = has('ban')
    ? 'refused'
    : has('review')
      ? 'review'
      : has('replace')
        ? 'changed'
        : 'clean';
  return { outcome, text: filterLine(wordFilter, text).text, findings };
}
