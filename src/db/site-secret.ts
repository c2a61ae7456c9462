import type { Db } from './client.ts';
import { statement } from './statement.ts';

/*
 * Secrets that the forum makes for itself when they are needed for the first time. They are in the
 * database, as all hosts need the same ones, and a backup has them.
 */

const selectSecret = statement<{ value: unknown }, { name: string }>(
  'select value from site_state where name = :name',
);
const insertSecret = statement<unknown, { name: string; value: string }>(`
  insert into site_state (name, value)
  values (:name, :value::jsonb)
  on conflict (name) do nothing`);

/** A reader of the secret of that name, which `make` makes; of two at once, one is kept. */
export function siteSecret<Secret>(name: string, make: () => Secret): (db: Db) => Promise<Secret> {
  const known = new WeakMap<Db, Promise<Secret>>();
  const readOrCreate = async (db: Db): Promise<Secret> => {
    const [found] = await selectSecret(db, { name });
    if (found) return found.value as Secret;
    await insertSecret(db, { name, value: JSON.stringify(make()) });
    return (await selectSecret(db, { name }))[0]?.value as Secret;
  };
  return (db) => {
    const reading = known.get(db) ?? readOrCreate(db);
    known.set(db, reading);
    reading.catch(() => known.delete(db));
    return reading;
  };
}
