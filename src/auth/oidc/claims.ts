import { isLang, type Lang } from '#contracts/language.ts';

/** What a provider said of a person: the ID token's claims and those of its userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** What the forum keeps of it. Undefined: the provider didn't say. */
export interface Profile {
  username: string;
  nickname: string | undefined;
  email: string | undefined;
  emailChecked: boolean;
  avatar: string | undefined;
  language: Lang | undefined;
}

const MAX_LENGTHS = { username: 32, nickname: 40, email: 254, avatar: 500 };

const truncate = (value: string, length: number): string => [...value].slice(0, length).join('');

/**
 * One line of visible characters: names are shown beside other people's, and can't reorder or hide
 * them.
 */
function toVisibleLine(value: unknown): string {
  return typeof value === 'string'
    ? value
        .normalize('NFC')
        .replace(/[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5/gu, '')
        .replace(/\s+/g, ' ')
        .trim()
    : '';
}

function parseUsername(claims: Claims): string {
  const preferred = toVisibleLine(claims.preferred_username);
  // Some providers give the e-mail address here; usernames are public, so its second half stays out
  // of them, and the first too where there is another name.
  const candidates = [
    preferred.includes('@') ? '' : preferred,
    toVisibleLine(claims.nickname),
    toVisibleLine(claims.name),
    preferred.split('@')[0] ?? '',
  ];
  const cleaned = candidates.map((name) =>
    truncate(
      name
        .normalize('NFKC')
        .replace(/[^\p{L}\p{N}_]+/gu, '-')
        .replace(/^-+|(?<!-)-+$/g, ''),
      MAX_LENGTHS.username,
    ),
  );
  return cleaned.find(Boolean) ?? 'user';
}

function parseNickname(claims: Claims): string | undefined {
  const preferred = toVisibleLine(claims.preferred_username);
  return [
    toVisibleLine(claims.nickname),
    toVisibleLine(claims.name),
    preferred.includes('@') ? '' : preferred,
  ]
    .map((name) => truncate(name, MAX_LENGTHS.nickname).trim())
    .find(Boolean);
}

function parseEmail(claims: Claims): string | undefined {
  const email = toVisibleLine(claims.email);
  return /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= MAX_LENGTHS.email ? email : undefined;
}

/** Pages are https and show it as it is: an address of another kind would be blocked or worse. */
function parseAvatar(claims: Claims): string | undefined {
  const url = typeof claims.picture === 'string' ? URL.parse(claims.picture) : null;
  return url?.protocol === 'https:' && url.href.length <= MAX_LENGTHS.avatar ? url.href : undefined;
}

/** Reads the standard claims of OpenID Connect Core 5.1, none of which a provider must give. */
export function parseProfile(claims: Claims): Profile {
  const locale = toVisibleLine(claims.locale).slice(0, 2).toLowerCase();
  const email = parseEmail(claims);
  return {
    username: parseUsername(claims),
    nickname: parseNickname(claims),
    email,
    // some providers send it as a text
    emailChecked: email !== undefined && String(claims.email_verified) === 'true',
    avatar: parseAvatar(claims),
    language: isLang(locale) ? locale : undefined,
  };
}
