import { AppError } from '#contracts/errors.ts';
import type { UserTagWire, UserWire } from '#contracts/wire/user.ts';
import { isoSql } from '#db/iso-sql.ts';
import { statement } from '#db/statement.ts';
import { readReferenceData } from '../reference/reference-data.ts';
import type { ReadContext } from '../shared/read-context.ts';
import { maySeePersonalData, readUserInfo } from './own-user.ts';
import { createPresentContext } from './present-context.ts';
import type { NamesUser } from './presented-users.ts';

const selectUserVersion = statement<NamesUser, { userId: number }>(
  `select id as "userId", xmin::text as "userVersion" from "user" where id = :userId`,
);

/** All data for the user themselves, public data for others. Throws notFound. */
export async function readUser(reading: ReadContext, userId: number): Promise<UserWire> {
  if (maySeePersonalData(userId, reading.viewer))
    return readUserInfo(reading.db, userId, reading.viewer, reading.lang);
  const [reference, [found]] = await Promise.all([
    readReferenceData(reading.db, reading.timeZone),
    selectUserVersion(reading.db, { userId }),
  ]);
  if (!found) throw new AppError('notFound');
  return (await createPresentContext(reading, reference, [found])).users.toWire(userId);
}

/** A user's tags; empty if the user doesn't exist. */
export const readUserTags = statement<UserTagWire, { userId: number }>(`
  select
    id,
    user_id,
    language as lang,
    text,
    color,
    ${isoSql('created_at')} as created_at,
    ${isoSql('updated_at')} as updated_at,
    null as deleted_at
  from user_tag
  where user_id = :userId and deleted_at is null
  order by id`);
