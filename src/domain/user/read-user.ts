import { AppError } from '#contracts/errors.ts';
import type { UserWire } from '#contracts/wire/user.ts';
import { statement } from '#db/statement.ts';
import { createPresentContext } from '../present-context.ts';
import type { ReadContext } from '../read-context.ts';
import { readReferenceData } from '../reference-data.ts';
import { maySeePersonalData, readUserInfo } from './own-user.ts';
import type { NamesUser } from './presented-users.ts';

const selectUserVersion = statement<NamesUser, { userId: number }>(
  `select id as "userId", xmin::text as "userVersion" from "user" where id = :userId`,
);

/** A person: everything to the person, what everybody may know to others. Throws notFound. */
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
