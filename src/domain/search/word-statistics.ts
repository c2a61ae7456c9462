import type { Db } from '#db/client.ts';
import { unpreparedStatement } from '#db/statement.ts';
import { estimateShare, findLexemes, type TextQuery } from '#search/tsquery.ts';
import { IDS_AROUND_SQL, LAST_POST_ID_SQL, type Times } from './post-range.ts';

/*
 * How often words occur, by what PostgreSQL has counted for its planner: a millisecond, where
 * counting reads the whole list of each word, whatever limit is set.
 */

/** The share of a word that isn't listed, at most; a beginning stands for several such words. */
const MAX_RARE_SHARE = 0.005;

interface StatisticsRow {
  lastPostId: number;
  low: number | null;
  high: number | null;
  /** Zero where nobody has counted yet. */
  texts: number;
  lowestShare: number | null;
  shares: Record<string, number> | null;
}

// The least share of a listed word stands behind those of all.
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
  /** How many texts are expected to match a query of the words that were asked for. */
  estimateTexts(query: TextQuery): number;
}

/** What is known of the words of these queries, and the ids of the posts of these times. */
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
