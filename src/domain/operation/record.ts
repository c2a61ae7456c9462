import type { Db } from '#db/client.ts';
import { saveSiteState } from '#db/site-state.ts';
import { BACKUP_STATE, CERTIFICATE_STATE, DRILL_STATE } from '#db/site-state-names.ts';
import { readDrill } from './read.ts';

/** Notes that a backup of so many bytes was made now, and since when there are any. */
export async function recordBackup(db: Db, bytes: number): Promise<void> {
  const { backups_since } = await readDrill(db);
  const since = backups_since ?? new Date().toISOString();
  await saveSiteState(db, BACKUP_STATE, { bytes, since });
}

/** What came of a restore drill. */
export interface DrillResult {
  /** Name of the backup's file. */
  file: string;
  /** What was wrong, in sentences; none when all was well. */
  problems: string[];
}

/** Notes what came of a drill that ended now, beside when one succeeded last. */
export async function recordDrill(db: Db, result: DrillResult): Promise<void> {
  const before = await readDrill(db);
  const succeeded_at =
    result.problems.length === 0 ? new Date().toISOString() : before.succeeded_at;
  await saveSiteState(db, DRILL_STATE, { ...result, succeeded_at });
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
