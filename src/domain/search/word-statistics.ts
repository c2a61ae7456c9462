import type { Db } from '#db/client.ts';
import { unpreparedStatement } from '#db/statement.ts';
import { estimateShare, findLexemes, type TextQuery } from '#search/tsquery.ts';
import { IDS_AROUND_SQL, LAST_POST_ID_SQL, type Times } from '../shared/post-range.ts';

/* From the planner's statistics in a millisecond; counting reads each word's whole posting list. */

/** Maximum share of an unlisted word; a prefix covers several. */
const MAX_RARE_SHARE = 0.005;

interface StatisticsRow {
  lastPostId: number;
  low: number | null;
  high: number | null;
  /** Zero before the first ANALYZE. */
  texts: number;
  lowestShare: number | null;
  shares: Record<string, number> | null;
}

// most_common_elem_freqs has the minimum frequency right after the listed words'.
const selectStatistics = unpreparedStatement<
  StatisticsRow,
  Times & { words: readonly string[]; beginnings: readonly string[] }
>(`
  select
    ${LAST_POST_ID_SQL} as "lastPostId",
    ${IDS_AROUND_SQL},
    (select greatest(reltuples, 0) from pg_class where oid = 'post_search'::regclass) as texts,
    counted.shares[cardinality(counted.words) + 1] as "lowestShare",
    (
      select json_object_agg(word, share)
      from unnest(counted.words, counted.shares) as listed(word, share)
      where word = any(:words::text[]) or word ^@ any(:beginnings::text[])
    ) as shares
  from (select) one_row
  left join (
    select most_common_elems::text::text[] as words, most_common_elem_freqs as shares
    from pg_stats
    where schemaname = current_schema() and tablename = 'post_search' and attname = 'tokens'
  ) counted on true`);

export interface WordStatistics extends Pick<StatisticsRow, 'lastPostId' | 'low' | 'high'> {
  estimateTexts(query: TextQuery): number;
}

/** Statistics for the words of these queries, and post ids for these times. */
export async function readWordStatistics(
  db: Db,
  queries: readonly TextQuery[],
  times: Times,
): Promise<WordStatistics> {
  const lexemes = queries.flatMap(findLexemes);
  const [row] = (await selectStatistics(db, {
    ...times,
    words: lexemes.map(({ token }) => token),
    beginnings: lexemes.filter(({ prefix }) => prefix).map(({ token }) => token),
  })) as [StatisticsRow];
  const shares = new Map(Object.entries(row.shares ?? {}));
  const rareShare = Math.min(MAX_RARE_SHARE, (row.lowestShare ?? 1) / 2);
  const shareOf = ({ token, prefix }: { token: string; prefix: boolean }): number => {
    if (!prefix) return shares.get(token) ?? rareShare;
    const others = [...shares].filter(([word]) => word.startsWith(token));
    return Math.max(rareShare, 1 - others.reduce((left, [, share]) => left * (1 - share), 1));
  };
  return {
    ...row,
    estimateTexts: (query) =>
      Math.max(1, (row.texts || row.lastPostId) * estimateShare(query, shareOf)),
  };
}
