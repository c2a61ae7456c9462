import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';

/* The first publishing of a forum. After a kill, the next start continues. */

const FIRST_PUBLISHING_STATE = 'publishing.first';

/** SQL: whether all pages must be published before the server starts. */
export const needsFirstPublishingSql = `(
  not exists (select from published_page)
  or exists (select from site_state where name = '${FIRST_PUBLISHING_STATE}')
)`;

const insertUnfinishedState = statement<unknown>(
  `insert into site_state (name, value) values ('${FIRST_PUBLISHING_STATE}', 'true') on conflict (name) do nothing`,
);
const deleteUnfinishedState = statement<unknown>(
  `delete from site_state where name = '${FIRST_PUBLISHING_STATE}'`,
);

/** Runs the first publishing; the next start repeats it unless it ended well. */
export async function runFirstPublishing<T>(db: Db, publish: () => Promise<T>): Promise<T> {
  await insertUnfinishedState(db);
  const result = await publish();
  await deleteUnfinishedState(db);
  return result;
}
