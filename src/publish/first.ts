import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/*
 * The first publishing of a forum. It may be killed: what it has published is recorded, and that it
 * hasn't ended stands in the database, so that the next start goes on with what is missing.
 */

const STATE = 'publishing.first';

/** SQL: whether all pages have to be published before the server starts. */
export const unpublishedSql = `(
  not exists (select from published_page)
  or exists (select from site_state where name = '${STATE}')
)`;

const begun = statement<unknown>(
  `insert into site_state (name, value) values ('${STATE}', 'true') on conflict (name) do nothing`,
);
const ended = statement<unknown>(`delete from site_state where name = '${STATE}'`);

/** Runs the first publishing; until it has ended well, a next start runs it again. */
export async function publishFirst<T>(db: Db, publish: () => Promise<T>): Promise<T> {
  await begun(db);
  const published = await publish();
  await ended(db);
  return published;
}
