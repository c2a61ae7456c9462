import { AppError } from '#contracts/errors.ts';
import type { UserWire } from '#contracts/wire/user.ts';
import { statement } from '#db/statement.ts';
import { readCommunity } from '../forum/wire-community.ts';
import { around, type Reading } from '../forum/wire-reading.ts';
import { mayKnowAll, presentUserInfo } from './present.ts';

const versionOf = statement<{ version: string }, { userId: number }>(
  `select xmin::text as version from "user" where id = :userId`,
);

/** A person: everything to the person, what everybody may know to others. Throws notFound. */
export async function readUser(reading: Reading, userId: number): Promise<UserWire> {
  if (mayKnowAll(userId, reading.viewer))
    return presentUserInfo(reading.db, userId, reading.viewer, reading.lang);
  const [community, [found]] = await Promise.all([
    readCommunity(reading.db, reading.timeZone),
    versionOf(reading.db, { userId }),
  ]);
  if (!found) throw new AppError('notFound');
  return (await around(reading, community, new Map([[userId, found.version]]))).people.user(userId);
}
