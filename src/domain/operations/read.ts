import type { OperationWire } from '#contracts/calls/admin/overview-calls.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { BACKUP_STATE, CERTIFICATE_STATE, DRILL_STATE } from '#db/site-state-names.ts';
import { statement } from '#db/statement.ts';

type StoredOperation = Omit<OperationWire, 'version' | 'build'>;

const selectOperation = statement<StoredOperation>(`
  select
    pg_database_size(current_database())::float8 as database_bytes,
    (
      select jsonb_build_object('at', ${isoSql('updated_at')}, 'bytes', value->'bytes')
      from site_state
      where name = '${BACKUP_STATE}'
    ) as backup,
    (
      select value || jsonb_build_object('checked_at', ${isoSql('updated_at')})
      from site_state
      where name = '${CERTIFICATE_STATE}'
    ) as certificate`);

export async function readOperation(db: Db): Promise<StoredOperation> {
  const [stored] = await selectOperation(db);
  return stored as StoredOperation;
}

/** State of restore drills. */
export interface DrillState {
  /** Last success, ISO 8601; null without one. */
  succeeded_at: string | null;
  /** Whether the last drill succeeded; null without a drill. */
  ok: boolean | null;
  /** Time of the first recorded backup, ISO 8601; null without one. */
  backups_since: string | null;
}

const selectDrill = statement<DrillState>(`
  select
    (select value->>'succeeded_at' from site_state where name = '${DRILL_STATE}') as succeeded_at,
    (
      select jsonb_array_length(value->'problems') = 0
      from site_state
      where name = '${DRILL_STATE}'
    ) as ok,
    (select value->>'since' from site_state where name = '${BACKUP_STATE}') as backups_since`);

export async function readDrill(db: Db): Promise<DrillState> {
  const [stored] = await selectDrill(db);
  return stored as DrillState;
}
