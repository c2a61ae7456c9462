import { createHash, randomInt } from 'node:crypto';
import { appearanceOf } from '#contracts/appearance.ts';
import type { Lang } from '#contracts/language.ts';
import { needsNumberSuffix, withNumberSuffix } from '#contracts/reserved-names.ts';
import { type Db, schema } from '#db/client.ts';
import { reserveFormerNames } from '#db/former-names.ts';
import { pickColumns, type RowOf } from '#db/pick-columns.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { reserveNickname } from '#db/unique-nicknames.ts';
import { ADMIN_GROUP_ID, MEMBER_GROUP, SUPER_ADMIN_GROUP_ID } from '../actor.ts';
import { type Claims, type Profile, parseProfile } from './claims.ts';

const ADMINISTRATOR_GROUPS: readonly number[] = [SUPER_ADMIN_GROUP_ID, ADMIN_GROUP_ID];

export interface Identity {
  issuer: string;
  subject: string;
  /** The built-in provider's subjects are user ids. */
  builtin: boolean;
  claims: Claims;
}

export interface SignInContext {
  ip: string;
  /** Language of the page that the login came from; a new user gets it. */
  lang: Lang;
}

export interface SignedInUser {
  userId: number;
  groupId: number;
  /** The public name changed: the pages that show it need publishing. */
  renamed: boolean;
}

/** The user of an identity, created at the first login; undefined if a built-in id is missing. */
export async function signIn(
  db: Db,
  identity: Identity,
  visit: SignInContext,
): Promise<SignedInUser | undefined> {
  const profile = parseProfile(identity.claims);
  if (identity.builtin) return signInSeededUser(db, identity, visit);
  return (
    (await signInKnownUser(db, identity, profile, visit)) ??
    (await createUser(db, identity, profile, visit))
  );
}

const updateSeededUser = statement<
  { userId: number; groupId: number },
  { id: number; ip: string; issuer: string; subject: string }
>(`
  update "user"
  set
    logins_cnt = logins_cnt + 1,
    login_at = now(),
    login_ip = :ip,
    issuer = coalesce(issuer, :issuer),
    subject = coalesce(subject, :subject)
  where id = :id and left_at is null
  returning id as "userId", group_id as "groupId"`);

/** Demo users exist before their first login; their claims come from our own rows. */
async function signInSeededUser(
  db: Db,
  { issuer, subject }: Identity,
  { ip }: SignInContext,
): Promise<SignedInUser | undefined> {
  if (!/^[1-9]\d{0,8}$/.test(subject)) return undefined;
  const [row] = await updateSeededUser(db, { id: Number(subject), ip, issuer, subject });
  return row && { ...row, renamed: false };
}

/** A stable number of an identity, for names that need one. */
const deriveNameNumber = ({ issuer, subject }: Identity): number =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest()
    .readUInt32BE(0) % 1_000_000;

const KNOWN_COLUMNS = pickColumns(schema.user, 'id groupId nickname avatar avatarChosen renamedAt');
type KnownUser = RowOf<typeof KNOWN_COLUMNS>;

const lockUserByIdentity = statement<KnownUser, { issuer: string; subject: string }>(`
  select ${KNOWN_COLUMNS.sql('u')}
  from "user" u
  where u.issuer = :issuer and u.subject = :subject
  for no key update`);
const updateUserAtLogin = statement<
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

/** `preferredName`, with a number if it is refused, reserved or confusable. */
async function chooseFreeNickname(
  tx: Runner,
  userId: number,
  preferredName: string,
  identity: Identity,
): Promise<string> {
  return needsNumberSuffix(preferredName) ||
    (await reserveNickname(tx, userId, preferredName)) !== 'free'
    ? withNumberSuffix(preferredName, deriveNameNumber(identity))
    : preferredName;
}

/** The name after a returning user's login. Administrators may have reserved names. */
async function chooseNickname(
  tx: Runner,
  knownUser: KnownUser,
  preferredName: string | undefined,
  identity: Identity,
): Promise<string> {
  const keepsNickname =
    preferredName === undefined ||
    knownUser.renamedAt !== null ||
    knownUser.nickname === preferredName ||
    knownUser.nickname === withNumberSuffix(preferredName, deriveNameNumber(identity));
  if (keepsNickname) return knownUser.nickname;
  return ADMINISTRATOR_GROUPS.includes(knownUser.groupId)
    ? preferredName
    : chooseFreeNickname(tx, knownUser.id, preferredName, identity);
}

/**
 * Copies name and address from the provider, but never over a name or picture chosen here. The row
 * lock covers a choice made at the same time.
 */
const signInKnownUser = (
  db: Db,
  identity: Identity,
  profile: Profile,
  visit: SignInContext,
): Promise<SignedInUser | undefined> =>
  inTransaction(db, async (tx) => {
    const [knownUser] = await lockUserByIdentity(tx, identity);
    if (!knownUser) return undefined;
    const hasOwnPicture =
      knownUser.avatarChosen || (knownUser.avatar !== '' && !knownUser.avatar.startsWith('https:'));
    const nickname = await chooseNickname(tx, knownUser, profile.nickname, identity);
    const avatar = (hasOwnPicture ? undefined : profile.avatar) ?? knownUser.avatar;
    if (nickname !== knownUser.nickname)
      await reserveFormerNames(tx, knownUser.id, [knownUser.nickname]);
    const renamed = nickname !== knownUser.nickname || avatar !== knownUser.avatar;
    await updateUserAtLogin(tx, {
      id: knownUser.id,
      ip: visit.ip,
      nickname,
      appearance: appearanceOf(nickname),
      avatar,
      email: profile.email || null,
      emailChecked: profile.emailChecked,
      renamed,
    });
    return { userId: knownUser.id, groupId: knownUser.groupId, renamed };
  });

/** Candidates: name, name-2 … name-5, then with random numbers. */
function* generateUsernames(preferredName: string): Generator<string> {
  yield preferredName;
  for (let n = 2; n <= 5; n++) yield `${preferredName}-${n}`;
  for (let n = 0; n < 8; n++) yield `${preferredName}-${randomInt(1_000, 1_000_000)}`;
}

const insertUser = statement<
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

export async function createUser(
  db: Db,
  identity: Identity,
  profile: Profile,
  visit: SignInContext,
): Promise<SignedInUser> {
  const { email = '', emailChecked, avatar = '', language = visit.lang } = profile;
  for (const username of generateUsernames(profile.username)) {
    const [created] = await inTransaction(db, async (tx) => {
      const nickname = await chooseFreeNickname(tx, 0, profile.nickname ?? username, identity);
      return insertUser(tx, {
        ...identity,
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
    if (created) return { ...created, renamed: false };
    // Either the name is taken, or the same person just finished a first login in another tab.
    const existingUser = await signInKnownUser(db, identity, profile, visit);
    if (existingUser) return existingUser;
  }
  throw new Error(`no free username like ${profile.username}`);
}
