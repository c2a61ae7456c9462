import type { Db } from './client.ts';
import { type Runner, statement } from './statement.ts';

const upsertState = statement<unknown, { name: string; value: string }>(`
  insert into site_state (name, value)
  values (:name, :value::jsonb)
  on conflict (name) do update set value = excluded.value, updated_at = now()`);

/** Saves a fact about this database by its name, instead of the former one. */
export async function saveSiteState(on: Db | Runner, name: string, value: unknown): Promise<void> {
  await upsertState(on, { name, value: JSON.stringify(value) });
}
