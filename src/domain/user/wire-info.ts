import { AppError } from '#contracts/errors.ts';
import type { UserWire } from '#contracts/wire/user.ts';
import { statement } from '#db/statement.ts';
import { communityVersionSql } from '../forum/wire-community.ts';
import { around, type Reading } from '../forum/wire-reading.ts';
import { mayKnowAll, presentUserInfo } from './present.ts';

const versionOf = statement<{ userVersion: string; version: string }>(`select u.xmin::text as "userVersion", ${communityVersionSql('$2')} as version from "user" u where u.id = $1`);

/** A person: everything to the person and to administrators, what everybody may know to others. Throws notFound. */
export async function readUser(reading: Reading, userId: number): Promise<UserWire> {
  if (mayKnowAll(userId, reading.viewer)) return presentUserInfo(reading.db, userId, reading.viewer, reading.lang);
  const [found] = await versionOf(reading.db, [userId, reading.timeZone]);
  if (!found) throw new AppError('notFound');
  return (await around(reading, found.version, new Map([[userId, found.userVersion]]))).people.user(userId);
}
