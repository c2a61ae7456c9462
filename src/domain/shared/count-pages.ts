import { MAX_COUNTED_ROWS } from '#contracts/limits.ts';
import type { Db } from '#db/client.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';

const countPagesWithTags = statement<{ pages: number }, { tags: readonly string[] }>(
  `select count(*)::int as pages from published_page where tags && :tags::text[]`,
);

/** Number of published pages that carry one of these tags. */
export const countPagesWithAnyTag = async (
  on: Db | Runner,
  tags: readonly string[],
): Promise<number> => (await countPagesWithTags(toRunner(on), { tags }))[0]?.pages ?? 0;

// An estimate for large tables: counting half a million rows takes 60 ms.
const selectPageEstimate = statement<{ pages: number }>(`
  select case
    when c.reltuples < ${MAX_COUNTED_ROWS} then (select count(*) from published_page)
    else c.reltuples
  end::int as pages
  from pg_class c
  where c.oid = 'published_page'::regclass`);

/** Number of published pages; an estimate for large tables. */
export const estimatePages = async (on: Db | Runner): Promise<number> =>
  (await selectPageEstimate(toRunner(on)))[0]?.pages ?? 0;
