import type { AdminOwnDataWire } from '#contracts/wire/own-data.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { readExportStatus } from './order-export.ts';
import { readDeletion } from './schedule-deletion.ts';

const selectLeaving = statement<{ leftAt: string | null }, { userId: number }>(
  `select ${isoSql('left_at')} as "leftAt" from "user" where id = :userId`,
);

/** State of a person's archive and deletion; undefined: no such person. */
export async function readOwnDataState(
  db: Db,
  userId: number,
): Promise<AdminOwnDataWire | undefined> {
  const [[user], deletion, { latest, next_at }] = await Promise.all([
    selectLeaving(db, { userId }),
    readDeletion(db, userId),
    readExportStatus(db, userId),
  ]);
  return (
    user && {
      deletion: deletion ?? null,
      left_at: user.leftAt,
      export: latest,
      export_next_at: next_at,
    }
  );
}
