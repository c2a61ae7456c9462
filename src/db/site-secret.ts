import type { Db } from './client.ts';
import { statement } from './statement.ts';

/* Secrets that the forum creates on first use, in the database: all hosts and backups have them. */

const selectSecret = statement<{ value: unknown }, { name: string }>(
  'select value from site_state where name = :name',
);
const insertSecret = statement<unknown, { name: string; value: string }>(`
  insert into site_state (name, value)
  values (:name, :value::jsonb)
  on conflict (name) do nothing`);

/** Returns a reader of the secret `name`. `make` creates it; of two at once, one is stored. */
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
