import type { Db } from '#db/client.ts';
import { type Runner, statement, toRunner } from '#db/statement.ts';

const countPagesWithTags = statement<{ pages: number }, { tags: readonly string[] }>(
  `select count(*)::int as pages from published_page where tags && :tags::text[]`,
);

/** How many published pages show something that carries one of these tags. */
export const countPagesWithAnyTag = async (
  on: Db | Runner,
  tags: readonly string[],
): Promise<number> => (await countPagesWithTags(toRunner(on), { tags }))[0]?.pages ?? 0;
