import type { Db } from '#db/client.ts';
import { BACKUP_STATE, CERTIFICATE_STATE } from '#db/site-state-names.ts';
import { statement } from '#db/statement.ts';

const upsertState = statement<unknown, { name: string; value: object }>(`
  insert into site_state (name, value)
  values (:name, :value::jsonb)
  on conflict (name) do update set value = excluded.value, updated_at = now()`);

/** Notes that a backup of so many bytes was made now. */
export async function recordBackup(db: Db, bytes: number): Promise<void> {
  await upsertState(db, { name: BACKUP_STATE, value: { bytes } });
}

/** What was seen of a certificate: until when it is valid, or why that isn't known. */
export interface SeenCertificate {
  host: string;
  /** ISO 8601. */
  ends_at: string | null;
  error: string;
}

/** Notes what was seen of the identity provider's certificate. */
export async function recordCertificate(db: Db, seen: SeenCertificate): Promise<void> {
  await upsertState(db, { name: CERTIFICATE_STATE, value: seen });
}
