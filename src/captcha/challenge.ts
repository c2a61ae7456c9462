import { CAPTCHA_LIFETIME, CAPTCHA_TRIES, type CaptchaKind } from '#contracts/captcha.ts';
import { AppError } from '#contracts/errors.ts';
import type { Puzzle, Solution, Work } from '#contracts/wire/captcha.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { draw } from './draw.ts';
import { hashToken, newToken } from './token.ts';
import { movedByHand, TOLERANCE } from './trajectory.ts';
import { createWork, type Difficulty, isDone, type StoredWork } from './work.ts';

/*
 * Challenges of our own captcha, from being asked to being used. All that counts is in the
 * database: the answer, how often it was tried, whether the solution was used. So any process may
 * be asked for any step.
 */

/** Whose challenge it is. */
export interface Asker {
  kind: CaptchaKind;
  bearer: string;
}

type Answer = { x: number; work?: StoredWork } | StoredWork;

const insert = statement<unknown, { id: string; kind: string; bearer: string; answer: string }>(
  `
    insert into captcha (id, kind, bearer, answer, expires_at)
    values (:id, :kind, :bearer, :answer, now() + interval '${CAPTCHA_LIFETIME} seconds')`,
);

async function keep(db: Db, { kind, bearer }: Asker, answer: Answer): Promise<string> {
  const id = newToken();
  await insert(db, { id, kind, bearer, answer: JSON.stringify(answer) });
  return id;
}

/**
 * Draws a picture with gaps and remembers which one fits. Without `difficulty` the browser isn't
 * asked to work beside.
 */
export async function issuePuzzle(
  db: Db,
  asker: Asker,
  difficulty: Difficulty | undefined,
): Promise<Puzzle> {
  const [{ picture, piece, x, y }, work] = await Promise.all([
    draw(),
    difficulty && createWork('slide', difficulty),
  ]);
  const url = (webp: Buffer) => `data:image/webp;base64,${webp.toString('base64')}`;
  const shown = { expires_in: CAPTCHA_LIFETIME, picture: url(picture), piece: url(piece), y };
  return {
    id: await keep(db, asker, work ? { x, work } : { x }),
    ...shown,
    ...(work ? { challenge: work.challenge } : {}),
  };
}

/** Work for a browser whose person can't slide. */
export async function issueWork(db: Db, asker: Asker, difficulty: Difficulty): Promise<Work> {
  const work = await createWork('instead', difficulty);
  return {
    id: await keep(db, asker, work),
    expires_in: CAPTCHA_LIFETIME,
    challenge: work.challenge,
  };
}

// The try is counted before it is judged: two at once are two.
const tryOnce = statement<
  { answer: Answer; tries: number },
  { id: string; kind: string; bearer: string }
>(`
  update captcha
  set tries = tries + 1
  where id = :id
    and kind = :kind
    and bearer = :bearer
    and token_hash is null
    and tries < ${CAPTCHA_TRIES}
    and expires_at > now()
  returning answer, tries`);
const seal = statement<unknown, { id: string; tokenHash: string }>(
  `
    update captcha
    set token_hash = :tokenHash, expires_at = now() + interval '${CAPTCHA_LIFETIME} seconds'
    where id = :id and token_hash is null
    returning 1`,
);

/**
 * The work is judged first: neither the answer nor how long it takes tells of a place without it.
 */
async function isRight(answer: Answer, { x, track, work }: Solution): Promise<boolean> {
  const asked = 'x' in answer ? answer.work : answer;
  if (asked && !(work !== undefined && (await isDone(asked, work)))) return false;
  return (
    !('x' in answer) ||
    (x !== undefined &&
      track !== undefined &&
      Math.abs(x - answer.x) <= TOLERANCE &&
      movedByHand(track, x))
  );
}

/**
 * Judges a solution; a right one gives what is sent as `validate`. Throws `captcha`, with the tries
 * that are left as `left` in its payload, and `expired` for a challenge that is over, was somebody
 * else's or never was.
 */
export async function solve(db: Db, { kind, bearer }: Asker, solution: Solution): Promise<string> {
  const [tried] = await tryOnce(db, { id: solution.id, kind, bearer });
  if (!tried) throw new AppError('expired');
  if (!(await isRight(tried.answer, solution)))
    throw new AppError('captcha', { payload: { left: CAPTCHA_TRIES - tried.tries } });
  const token = newToken();
  if ((await seal(db, { id: solution.id, tokenHash: hashToken(token) })).length === 0)
    throw new AppError('expired');
  return token;
}

const use = statement<unknown, { tokenHash: string; kind: string; bearer: string }>(
  `
    delete from captcha
    where token_hash = :tokenHash and kind = :kind and bearer = :bearer and expires_at > now()
    returning 1`,
);

/** Uses a solution up. Whether it was one. */
export const redeem = async (
  db: Db,
  { kind, bearer, validate }: Asker & { validate: string },
): Promise<boolean> => (await use(db, { tokenHash: hashToken(validate), kind, bearer })).length > 0;
