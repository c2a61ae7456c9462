import { AppError } from '#contracts/errors.ts';
import { findNicknameProblem } from '#contracts/nickname.ts';
import type { Rank } from '#contracts/ranks.ts';
import { isReservedName, mixesScripts } from '#contracts/reserved-names.ts';
import { normalizeName } from '#contracts/text-lines.ts';
import { reserveFormerNames } from '#db/former-names.ts';
import type { Runner } from '#db/statement.ts';
import { reserveNickname } from '#db/unique-nicknames.ts';
import { assertAllowed, filterLine, type WordFilter } from '../message/word-filter.ts';

/** Nicknames and descriptions have no review, so words that would need one are refused (R14). */
export function applyWordFilter(
  wordFilter: WordFilter,
  text: string,
  isReplaceable: boolean,
): string {
  const { text: shown, sensitiveWords } = filterLine(wordFilter, text);
  assertAllowed(
    sensitiveWords.map((word) =>
      word.action === 'review' || !isReplaceable ? { ...word, action: 'ban' as const } : word,
    ),
  );
  return shown;
}

/** Throws length, malformed (markup), nameScripts, nameReserved, verify. */
export function normalizeNickname(wordFilter: WordFilter, sent: string, rank: Rank): string {
  const nickname = normalizeName(sent);
  const problem = findNicknameProblem(nickname);
  if (problem === 'length') throw new AppError('length');
  if (problem === 'signs') throw new AppError('malformed', { values: { field: 'nickname' } });
  if (mixesScripts(nickname)) throw new AppError('nameScripts');
  // Staff may use the reserved names.
  if (rank === 'member' && isReservedName(nickname)) throw new AppError('nameReserved');
  return applyWordFilter(wordFilter, nickname, false);
}

interface NicknameClaim {
  userId: number;
  /** The current nickname, which stays reserved for the user. */
  former: string;
  nickname: string;
  /** Whether a nickname reserved for another user may be taken. */
  mayTakeReserved: boolean;
}

/** Takes a free nickname and reserves the former one. Throws taken, nameKept. */
export async function claimNickname(
  tx: Runner,
  { userId, former, nickname, mayTakeReserved }: NicknameClaim,
): Promise<void> {
  const state = await reserveNickname(tx, userId, nickname);
  if (state === 'taken') throw new AppError('taken');
  if (state === 'reserved' && !mayTakeReserved) throw new AppError('nameKept');
  await reserveFormerNames(tx, userId, [former]);
}
