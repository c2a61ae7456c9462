import { appearanceOf } from './appearance.ts';
import { firstCharacters } from './truncate-text.ts';

/* Deceptive names: of several scripts, or like an office of the forum (src/decisions/names.md). */

/** UTS 39's "highly restrictive": Latin with one East Asian language's, or one UTS 31 script. */
const SCRIPT_COMBINATIONS: readonly RegExp[] = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]*$/u,
  /^\p{Script=Arabic}*$/u,
  /^\p{Script=Armenian}*$/u,
  /^\p{Script=Bengali}*$/u,
  /^\p{Script=Cyrillic}*$/u,
  /^\p{Script=Devanagari}*$/u,
  /^\p{Script=Ethiopic}*$/u,
  /^\p{Script=Georgian}*$/u,
  /^\p{Script=Greek}*$/u,
  /^\p{Script=Gujarati}*$/u,
  /^\p{Script=Gurmukhi}*$/u,
  /^\p{Script=Hebrew}*$/u,
  /^\p{Script=Kannada}*$/u,
  /^\p{Script=Khmer}*$/u,
  /^\p{Script=Lao}*$/u,
  /^\p{Script=Malayalam}*$/u,
  /^\p{Script=Myanmar}*$/u,
  /^\p{Script=Oriya}*$/u,
  /^\p{Script=Sinhala}*$/u,
  /^\p{Script=Tamil}*$/u,
  /^\p{Script=Telugu}*$/u,
  /^\p{Script=Thaana}*$/u,
  /^\p{Script=Thai}*$/u,
  /^\p{Script=Tibetan}*$/u,
];

/** Whether a name's letters mix scripts, so that one can imitate another. */
export function mixesScripts(name: string): boolean {
  const text = name.normalize('NFC');
  // Common and inherited characters, such as Katakana's long vowel, belong to every script.
  const letters = (text.match(/\p{L}/gu) ?? [])
    .filter((letter) => !/[\p{Script=Common}\p{Script=Inherited}]/u.test(letter))
    .join('');
  return !SCRIPT_COMBINATIONS.some((scripts) => scripts.test(letters));
}

/** Letters and digits that look Latin: Unicode's confusables needed by the words below. */
const LATIN_LOOKALIKES: ReadonlyMap<string, string> = new Map(
  (
    [
      ['a', 'аαɑ@4'],
      ['b', 'вЬьβ8'],
      ['c', 'сϲⅽ'],
      ['d', 'ԁɗ'],
      ['e', 'еєε3ё'],
      ['f', 'ƒ'],
      ['g', 'ɡց9'],
      ['h', 'һн'],
      ['i', 'іιıɩ1l|!ӏ'],
      ['k', 'кκ'],
      ['m', 'мⅿ'],
      ['n', 'пηռ'],
      ['o', 'оοσ0օ'],
      ['p', 'рρ'],
      ['r', 'гɾ'],
      ['s', 'ѕ5$'],
      ['t', 'тτ7'],
      ['u', 'υս'],
      ['v', 'ѵν'],
      ['w', 'ԝω'],
      ['x', 'хχ'],
      ['y', 'уγү'],
    ] as const
  ).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** The Latin look-alike: lower case, without marks, blanks and signs. */
const latinLookalike = (name: string): string =>
  [...name.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')]
    .map((letter) => LATIN_LOOKALIKES.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');

const RESERVED_ROLES = [
  'admin',
  'admins',
  'administrator',
  'administrators',
  'sysadmin',
  'superadmin',
  'moderator',
  'moderators',
  'mod',
  'system',
  'official',
  'root',
  'support',
  'staff',
  'webmaster',
  'security',
  'helpdesk',
  // names of deleted accounts
  'former-member',
];
/** By letter, with digits as letters, and by UTS 39, which knows more look-alikes. */
const lookalikesOf = (name: string): string[] => [
  latinLookalike(name),
  latinLookalike(appearanceOf(name)),
];
const RESERVED_LOOKALIKES: ReadonlySet<string> = new Set(RESERVED_ROLES.flatMap(lookalikesOf));
/** Chinese has no blanks between words: these count anywhere in a name. */
const RESERVED_CHINESE_ROLES =
  /管理员|管理員|管理组|管理組|版主|官方|站长|站長|客服|系统消息|系統訊息|系统通知|前成员|前成員|已注销|已註銷|^系[统統]$/u;

/** Whether a name is an office of the forum, also with a number or in look-alike letters. */
export function isReservedName(name: string): boolean {
  const bare = name.normalize('NFKC').replace(/(?<![\s\p{P}\p{S}\d])[\s\p{P}\p{S}\d]+$/u, '');
  return (
    [name, bare].flatMap(lookalikesOf).some((one) => RESERVED_LOOKALIKES.has(one)) ||
    RESERVED_CHINESE_ROLES.test(name.normalize('NFKC').replace(/[\s\p{P}\p{S}]/gu, ''))
  );
}

/** Including the number. */
const MAX_PROVIDER_NAME_CHARACTERS = 40;

/** Whether a provider's name needs a number, because it would be refused here. */
export const needsNumberSuffix = (name: string): boolean =>
  mixesScripts(name) || isReservedName(name);

/** Distinguishes a name by a number. */
export function withNumberSuffix(name: string, number: number): string {
  const ending = `-${number}`;
  return firstCharacters(name, MAX_PROVIDER_NAME_CHARACTERS - ending.length) + ending;
}
