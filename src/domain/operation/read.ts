import type { OperationWire } from '#contracts/wire/admin-operation.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { BACKUP_STATE, CERTIFICATE_STATE } from '#db/site-state-names.ts';
import { statement } from '#db/statement.ts';

/* How large the forum is, its last backup, and its provider's certificate. */

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
