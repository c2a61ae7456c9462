import { isLang, type Lang } from '#contracts/language.ts';
import { normalizeName } from '#contracts/text-lines.ts';
import { firstCharacters } from '#contracts/truncate-text.ts';

/** The ID token's claims, and those of the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** The claims that the forum uses; undefined: the provider didn't say. */
export interface Profile {
  username: string;
  nickname: string | undefined;
  email: string | undefined;
  emailChecked: boolean;
  avatar: string | undefined;
  language: Lang | undefined;
}

const MAX_LENGTHS = { username: 32, nickname: 40, email: 254, avatar: 500 };

const readLine = (value: unknown): string =>
  typeof value === 'string' ? normalizeName(value) : '';

function parseUsername(claims: Claims): string {
  const preferred = readLine(claims.preferred_username);
  // Some providers return an e-mail address here. Usernames are public, so its domain is dropped,
  // and its local part too if there is another name.
  const candidates = [
    preferred.includes('@') ? '' : preferred,
    readLine(claims.nickname),
    readLine(claims.name),
    preferred.split('@')[0] ?? '',
  ];
  const cleaned = candidates.map((name) =>
    firstCharacters(
      name
        .normalize('NFKC')
        .replace(/\p{Cf}/gu, '')
        .replace(/[^\p{L}\p{N}_]+/gu, '-')
        .replace(/^-+|(?<!-)-+$/g, ''),
      MAX_LENGTHS.username,
    ),
  );
  return cleaned.find(Boolean) ?? 'user';
}

function parseNickname(claims: Claims): string | undefined {
  const preferred = readLine(claims.preferred_username);
  return [
    readLine(claims.nickname),
    readLine(claims.name),
    preferred.includes('@') ? '' : preferred,
  ]
    .map((name) => firstCharacters(name, MAX_LENGTHS.nickname).trim())
    .find(Boolean);
}

function parseEmail(claims: Claims): string | undefined {
  const email = readLine(claims.email);
  return /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= MAX_LENGTHS.email ? email : undefined;
}

/** Pages show the address unchanged: only https is safe and not blocked. */
function parseAvatar(claims: Claims): string | undefined {
  const url = typeof claims.picture === 'string' ? URL.parse(claims.picture) : null;
  return url?.protocol === 'https:' && url.href.length <= MAX_LENGTHS.avatar ? url.href : undefined;
}

/** Reads the standard claims of OpenID Connect Core 5.1; all are optional. */
export function parseProfile(claims: Claims): Profile {
  const locale = readLine(claims.locale).slice(0, 2).toLowerCase();
  const email = parseEmail(claims);
  return {
    username: parseUsername(claims),
    nickname: parseNickname(claims),
    email,
    // some providers send a string
    emailChecked: email !== undefined && String(claims.email_verified) === 'true',
    avatar: parseAvatar(claims),
    language: isLang(locale) ? locale : undefined,
  };
}
