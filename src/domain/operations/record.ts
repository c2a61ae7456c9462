import type { Db } from '#db/client.ts';
import { saveSiteState } from '#db/site-state.ts';
import { BACKUP_STATE, CERTIFICATE_STATE, DRILL_STATE } from '#db/site-state-names.ts';
import { readDrill } from './read.ts';

/** Records a backup of `bytes` made now, and the time of the first backup. */
export async function recordBackup(db: Db, bytes: number): Promise<void> {
  const { backups_since } = await readDrill(db);
  const since = backups_since ?? new Date().toISOString();
  await saveSiteState(db, BACKUP_STATE, { bytes, since });
}

export interface DrillResult {
  /** Name of the backup file. */
  file: string;
  /** Sentences; empty if the drill succeeded. */
  problems: string[];
}

/** Records a drill that ended now, and the time of the last success. */
export async function recordDrill(db: Db, result: DrillResult): Promise<void> {
  const before = await readDrill(db);
  const succeeded_at =
    result.problems.length === 0 ? new Date().toISOString() : before.succeeded_at;
  await saveSiteState(db, DRILL_STATE, { ...result, succeeded_at });
}

/** A certificate's end, or the error why it is unknown. */
export interface SeenCertificate {
  host: string;
  /** ISO 8601. */
  ends_at: string | null;
  error: string;
}

/** Records the check of the identity provider's certificate. */
export async function recordCertificate(db: Db, seen: SeenCertificate): Promise<void> {
  await saveSiteState(db, CERTIFICATE_STATE, seen);
}
