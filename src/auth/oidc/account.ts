import { createHash, randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { appearanceOf } from '#contracts/appearance.ts';
import type { Lang } from '#contracts/language.ts';
import { needsNumber, numbered } from '#contracts/names.ts';
import { type Db, schema } from '#db/client.ts';
import { claimName } from '#db/names.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
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

/**
 * The user behind an identity, made at the first login. Undefined: the built-in provider named one
 * that isn't there any more.
 */
export async function signIn(
  db: Db,
  identity: Identity,
  visit: Visit,
): Promise<Person | undefined> {
  const profile = profileFrom(identity.claims);
  if (identity.builtin) return welcomeSeeded(db, identity, visit);
  return (
    (await welcomeBack(db, identity, profile, visit)) ??
    (await create(db, identity, profile, visit))
  );
}

const visited = (visit: Visit) => ({
  loginsCnt: sql`${user.loginsCnt} + 1`,
  loginAt: new Date(),
  loginIp: visit.ip,
});

/**
 * Users of the demo were there before their first login. What the provider says of them it has from
 * us: nothing to copy.
 */
async function welcomeSeeded(
  db: Db,
  { issuer, subject }: Identity,
  visit: Visit,
): Promise<Person | undefined> {
  if (!/^[1-9]\d{0,8}$/.test(subject)) return undefined;
  const [found] = await db
    .update(user)
    .set({
      ...visited(visit),
      issuer: sql`coalesce(${user.issuer}, ${issuer})`,
      subject: sql`coalesce(${user.subject}, ${subject})`,
    })
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

interface Known {
  id: number;
  groupId: number;
  nickname: string;
  avatar: string;
  avatarChosen: boolean;
  renamedAt: Date | null;
}

const lockKnown = statement<Known, { issuer: string; subject: string }>(`
  select
    id,
    group_id as "groupId",
    nickname,
    avatar,
    avatar_chosen as "avatarChosen",
    renamed_at as "renamedAt"
  from "user"
  where issuer = :issuer and subject = :subject
  for no key update`);
const comeBack = statement<
  unknown,
  {
    id: number;
    ip: string;
    nickname: string;
    appearance: string;
    avatar: string;
    email: string | null;
    emailChecked: boolean;
    renamed: boolean;
  }
>(`
  update "user"
  set
    logins_cnt = logins_cnt + 1,
    login_at = now(),
    login_ip = :ip,
    nickname = :nickname,
    name_appearance = :appearance,
    avatar = :avatar,
    email = coalesce(:email, email),
    email_checked = case when :email::text is null then email_checked else :emailChecked end,
    updated_at = case when :renamed then now() else updated_at end
  where id = :id`);

/**
 * The name that somebody goes by here whom the provider calls `wanted`: with their number where it
 * would be refused, or where somebody else looks the same.
 */
async function nameFor(
  tx: Runner,
  userId: number,
  wanted: string,
  identity: Identity,
): Promise<string> {
  return needsNumber(wanted) || !(await claimName(tx, userId, wanted))
    ? numbered(wanted, numberOf(identity))
    : wanted;
}

/**
 * What somebody who was here before is called from now on. Who holds an office may be called by it;
 * a name that they have already, they keep.
 */
async function nicknameOf(
  tx: Runner,
  known: Known,
  wanted: string | undefined,
  identity: Identity,
): Promise<string> {
  const keeps =
    wanted === undefined ||
    known.renamedAt !== null ||
    known.nickname === wanted ||
    known.nickname === numbered(wanted, numberOf(identity));
  if (keeps) return known.nickname;
  return ADMINISTRATORS.includes(known.groupId) ? wanted : nameFor(tx, known.id, wanted, identity);
}

/**
 * The provider is where people keep their name and address; a name or picture that they chose here
 * stays, also one that they choose at this moment: the row is locked while it is read and written.
 */
const welcomeBack = (
  db: Db,
  identity: Identity,
  profile: Profile,
  visit: Visit,
): Promise<Person | undefined> =>
  inTransaction(db, async (tx) => {
    const [known] = await lockKnown(tx, { issuer: identity.issuer, subject: identity.subject });
    if (!known) return undefined;
    const ownPicture =
      known.avatarChosen || (known.avatar !== '' && !known.avatar.startsWith('https:'));
    const nickname = await nicknameOf(tx, known, profile.nickname, identity);
    const avatar = (ownPicture ? undefined : profile.avatar) ?? known.avatar;
    const renamed = nickname !== known.nickname || avatar !== known.avatar;
    await comeBack(tx, {
      id: known.id,
      ip: visit.ip,
      nickname,
      appearance: appearanceOf(nickname),
      avatar,
      email: profile.email || null,
      emailChecked: profile.emailChecked,
      renamed,
    });
    return { userId: known.id, groupId: known.groupId, renamed };
  });

/** Names to try, until one is free: name, name-2 … name-5, then with random numbers. */
function* usernames(wanted: string): Generator<string> {
  yield wanted;
  for (let n = 2; n <= 5; n++) yield `${wanted}-${n}`;
  for (let n = 0; n < 8; n++) yield `${wanted}-${randomInt(1_000, 1_000_000)}`;
}

const insert = statement<
  { userId: number; groupId: number },
  {
    issuer: string;
    subject: string;
    username: string;
    nickname: string;
    appearance: string;
    email: string;
    emailChecked: boolean;
    avatar: string;
    language: string;
    ip: string;
  }
>(`
  insert into "user" (
    issuer,
    subject,
    username,
    nickname,
    name_appearance,
    email,
    email_checked,
    avatar,
    language,
    group_id,
    created_ip,
    login_ip,
    logins_cnt
  )
  values (
    :issuer, :subject, :username, :nickname, :appearance, :email, :emailChecked, :avatar, :language,
    ${MEMBER_GROUP}, :ip, :ip, 1
  )
  on conflict do nothing
  returning id as "userId", group_id as "groupId"`);

async function create(db: Db, identity: Identity, profile: Profile, visit: Visit): Promise<Person> {
  const { email = '', emailChecked, avatar = '', language = visit.lang } = profile;
  for (const username of usernames(profile.username)) {
    const [made] = await inTransaction(db, async (tx) => {
      const nickname = await nameFor(tx, 0, profile.nickname ?? username, identity);
      return insert(tx, {
        issuer: identity.issuer,
        subject: identity.subject,
        username,
        nickname,
        appearance: appearanceOf(nickname),
        email,
        emailChecked,
        avatar,
        language,
        ip: visit.ip,
      });
    });
    if (made) return { ...made, renamed: false };
    // Either the name is taken, or the same person finished a first login in another tab just now.
    const already = await welcomeBack(db, identity, profile, visit);
    if (already) return already;
  }
  throw new Error(`no free username like ${profile.username}`);
}
