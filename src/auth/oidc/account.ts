import { createHash, randomInt } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Lang } from '#contracts/language.ts';
import { distinguishable } from '#contracts/names.ts';
import { type Db, schema } from '#db/client.ts';
import { ADMIN_GROUP, MEMBER_GROUP, SUPER_GROUP } from '../actor.ts';
import { type Claims, type Profile, profileFrom } from './claims.ts';

const { user } = schema;
const ADMINISTRATORS: readonly number[] = [SUPER_GROUP, ADMIN_GROUP];

export interface Identity {
  issuer: string;
  subject: string;
  /** The built-in provider's subjects are ids of users. */
  builtin: boolean;
  claims: Claims;
}

export interface Visit {
  ip: string;
  /** The language of the page that they came from; a new person's until they choose. */
  lang: Lang;
}

export interface Person {
  userId: number;
  groupId: number;
  /** The name that pages show is another one now: they have to be published again. */
  renamed: boolean;
}

/** The user behind an identity, made at the first login. Undefined: the built-in provider named one that isn't there any more. */
export async function signIn(db: Db, identity: Identity, visit: Visit): Promise<Person | undefined> {
  const profile = profileFrom(identity.claims);
  if (identity.builtin) return welcomeSeeded(db, identity, visit);
  return (await welcomeBack(db, identity, profile, visit)) ?? (await create(db, identity, profile, visit));
}

const visited = (visit: Visit) => ({ loginsCnt: sql`${user.loginsCnt} + 1`, loginAt: new Date(), loginIp: visit.ip });

/** Users of the demo were there before their first login. What the provider says of them it has from us: nothing to copy. */
async function welcomeSeeded(db: Db, { issuer, subject }: Identity, visit: Visit): Promise<Person | undefined> {
  if (!/^[1-9]\d{0,8}$/.test(subject)) return undefined;
  const [found] = await db
    .update(user)
    .set({ ...visited(visit), issuer: sql`coalesce(${user.issuer}, ${issuer})`, subject: sql`coalesce(${user.subject}, ${subject})` })
    .where(eq(user.id, Number(subject)))
    .returning({ userId: user.id, groupId: user.groupId });
  return found && { ...found, renamed: false };
}

/** The number that stays with an identity, for names that need one. */
const numberOf = ({ issuer, subject }: Identity): number =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest()
    .readUInt32BE(0) % 1_000_000;

const sameIdentity = ({ issuer, subject }: Identity) => and(eq(user.issuer, issuer), eq(user.subject, subject));

/** The provider is where people keep their name and address; a name or picture that they chose here stays. */
async function welcomeBack(db: Db, identity: Identity, profile: Profile, visit: Visit): Promise<Person | undefined> {
  const [known] = await db.select({ id: user.id, groupId: user.groupId, nickname: user.nickname, avatar: user.avatar, avatarChosen: user.avatarChosen, renamedAt: user.renamedAt }).from(user).where(sameIdentity(identity));
  if (!known) return undefined;
  const ownPicture = known.avatarChosen || (known.avatar !== '' && !known.avatar.startsWith('https:'));
  // Who holds an office may be called by it.
  const given = profile.nickname && !ADMINISTRATORS.includes(known.groupId) ? distinguishable(profile.nickname, numberOf(identity)) : profile.nickname;
  const nickname = (known.renamedAt ? undefined : given) ?? known.nickname;
  const avatar = (ownPicture ? undefined : profile.avatar) ?? known.avatar;
  const renamed = nickname !== known.nickname || avatar !== known.avatar;
  const [found] = await db
    .update(user)
    .set({
      ...visited(visit),
      nickname,
      avatar,
      ...(profile.email ? { email: profile.email, emailChecked: profile.emailChecked } : {}),
      ...(renamed ? { updatedAt: new Date() } : {}),
    })
    .where(eq(user.id, known.id))
    .returning({ userId: user.id, groupId: user.groupId });
  return found && { ...found, renamed };
}

/** Names to try, until one is free: name, name-2 … name-5, then with random numbers. */
function* usernames(wanted: string): Generator<string> {
  yield wanted;
  for (let n = 2; n <= 5; n++) yield `${wanted}-${n}`;
  for (let n = 0; n < 8; n++) yield `${wanted}-${randomInt(1_000, 1_000_000)}`;
}

async function create(db: Db, identity: Identity, profile: Profile, visit: Visit): Promise<Person> {
  for (const username of usernames(profile.username)) {
    const [made] = await db
      .insert(user)
      .values({
        issuer: identity.issuer,
        subject: identity.subject,
        username,
        nickname: distinguishable(profile.nickname ?? username, numberOf(identity)),
        email: profile.email ?? '',
        emailChecked: profile.emailChecked,
        avatar: profile.avatar ?? '',
        language: profile.language ?? visit.lang,
        groupId: MEMBER_GROUP,
        createdIp: visit.ip,
        loginIp: visit.ip,
        loginsCnt: 1,
      })
      .onConflictDoNothing()
      .returning({ userId: user.id, groupId: user.groupId });
    if (made) return { ...made, renamed: false };
    // Either the name is taken, or the same person finished a first login in another tab just now.
    const already = await welcomeBack(db, identity, profile, visit);
    if (already) return already;
  }
  throw new Error(`no free username like ${profile.username}`);
}
