import type { Db } from './client.ts';
import { type Runner, statement } from './statement.ts';

const upsertState = statement<unknown, { name: string; value: string }>(`
  insert into site_state (name, value)
  values (:name, :value::jsonb)
  on conflict (name) do update set value = excluded.value, updated_at = now()`);

/** Inserts or replaces a fact about this database. */
export async function saveSiteState(on: Db | Runner, name: string, value: unknown): Promise<void> {
  await upsertState(on, { name, value: JSON.stringify(value) });
}
