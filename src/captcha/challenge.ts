import {
  CAPTCHA_LIFETIME_SECONDS,
  type CaptchaKind,
  MAX_PUZZLE_TRIES,
} from '#contracts/captcha-rules.ts';
import { AppError } from '#contracts/errors.ts';
import type { Puzzle, Solution, WorkChallenge } from '#contracts/wire/captcha.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import {
  createProofOfWork,
  type Difficulty,
  isWorkSolved,
  type StoredWork,
} from './proof-of-work.ts';
import { drawPuzzle } from './puzzle-picture.ts';
import { hashToken, randomToken } from './random-token.ts';
import { isHumanMovement, POSITION_TOLERANCE } from './trajectory.ts';

/* Challenges of the built-in captcha. Their state is in the database: any process can continue. */

export interface ChallengeOwner {
  kind: CaptchaKind;
  owner: string;
}

type StoredAnswer = { x: number; work?: StoredWork } | StoredWork;

const insertChallenge = statement<
  unknown,
  { id: string; kind: string; owner: string; answer: string }
>(
  `
    insert into captcha (id, kind, issued_to, answer, expires_at)
    values (:id, :kind, :owner, :answer, now() + interval '${CAPTCHA_LIFETIME_SECONDS} seconds')`,
);

async function storeChallenge(
  db: Db,
  { kind, owner }: ChallengeOwner,
  answer: StoredAnswer,
): Promise<string> {
  const id = randomToken();
  await insertChallenge(db, { id, kind, owner, answer: JSON.stringify(answer) });
  return id;
}

/** Draws and stores a picture with a gap. Without `difficulty` there is no proof of work. */
export async function issuePuzzle(
  db: Db,
  asker: ChallengeOwner,
  difficulty: Difficulty | undefined,
): Promise<Puzzle> {
  const [{ picture, piece, x, y }, work] = await Promise.all([
    drawPuzzle(),
    difficulty && createProofOfWork('slide', difficulty),
  ]);
  const url = (webp: Buffer) => `data:image/webp;base64,${webp.toString('base64')}`;
  const publicParts = {
    expires_in: CAPTCHA_LIFETIME_SECONDS,
    picture: url(picture),
    piece: url(piece),
    y,
  };
  return {
    id: await storeChallenge(db, asker, work ? { x, work } : { x }),
    ...publicParts,
    ...(work ? { challenge: work.challenge } : {}),
  };
}

/** Creates a proof of work for people who can't use the slider. */
export async function issueProofOfWork(
  db: Db,
  asker: ChallengeOwner,
  difficulty: Difficulty,
): Promise<WorkChallenge> {
  const work = await createProofOfWork('instead', difficulty);
  return {
    id: await storeChallenge(db, asker, work),
    expires_in: CAPTCHA_LIFETIME_SECONDS,
    challenge: work.challenge,
  };
}

// Counts before checking: two concurrent tries count as two.
const countTry = statement<
  { answer: StoredAnswer; tries: number },
  { id: string; kind: string; owner: string }
>(`
  update captcha
  set tries = tries + 1
  where id = :id
    and kind = :kind
    and issued_to = :owner
    and token_hash is null
    and tries < ${MAX_PUZZLE_TRIES}
    and expires_at > now()
  returning answer, tries`);
const storeSolutionToken = statement<unknown, { id: string; tokenHash: string }>(
  `
    update captcha
    set token_hash = :tokenHash, expires_at = now() + interval '${CAPTCHA_LIFETIME_SECONDS} seconds'
    where id = :id and token_hash is null
    returning 1`,
);

/** Checks the proof of work first: otherwise the answer or its timing would reveal the position. */
async function isSolutionRight(
  answer: StoredAnswer,
  { x, track, work }: Solution,
): Promise<boolean> {
  const expectedWork = 'x' in answer ? answer.work : answer;
  if (expectedWork && !(work !== undefined && (await isWorkSolved(expectedWork, work))))
    return false;
  return (
    !('x' in answer) ||
    (x !== undefined &&
      track !== undefined &&
      Math.abs(x - answer.x) <= POSITION_TOLERANCE &&
      isHumanMovement(track, x))
  );
}

/**
 * Checks a solution; a right one returns the value for `validate`. Throws `captcha`, with the
 * remaining tries as `left`, and `expired` for a challenge that ended, is unknown or another's.
 */
export async function solveChallenge(
  db: Db,
  { kind, owner }: ChallengeOwner,
  solution: Solution,
): Promise<string> {
  const [tried] = await countTry(db, { id: solution.id, kind, owner });
  if (!tried) throw new AppError('expired');
  if (!(await isSolutionRight(tried.answer, solution)))
    throw new AppError('captcha', { payload: { left: MAX_PUZZLE_TRIES - tried.tries } });
  const token = randomToken();
  if ((await storeSolutionToken(db, { id: solution.id, tokenHash: hashToken(token) })).length === 0)
    throw new AppError('expired');
  return token;
}

const deleteSolvedChallenge = statement<
  unknown,
  { tokenHash: string; kind: string; owner: string }
>(
  `
    delete from captcha
    where token_hash = :tokenHash and kind = :kind and issued_to = :owner and expires_at > now()
    returning 1`,
);

/** Consumes a solution. Returns whether it was valid. */
export const redeemSolution = async (
  db: Db,
  { kind, owner, validate }: ChallengeOwner & { validate: string },
): Promise<boolean> =>
  (await deleteSolvedChallenge(db, { tokenHash: hashToken(validate), kind, owner })).length > 0;
