import type { Db } from '#db/client.ts';
import { saveSiteState } from '#db/site-state.ts';
import { BACKUP_STATE, CERTIFICATE_STATE } from '#db/site-state-names.ts';

/** Notes that a backup of so many bytes was made now. */
export async function recordBackup(db: Db, bytes: number): Promise<void> {
  await saveSiteState(db, BACKUP_STATE, { bytes });
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
  await saveSiteState(db, CERTIFICATE_STATE, seen);
}
