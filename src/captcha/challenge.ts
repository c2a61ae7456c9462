import { randomInt } from 'node:crypto';
import { CAPTCHA_LIFETIME, CAPTCHA_TRIES, type CaptchaKind, PICTURE_WIDTH, PIECE_SIZE } from '#contracts/captcha.ts';
import { AppError } from '#contracts/errors.ts';
import type { Puzzle, Solution, Work } from '#contracts/wire/captcha.ts';
import type { Db } from '#db/client.ts';
import { statement } from '#db/statement.ts';
import { draw } from './draw.ts';
import { hashToken, newToken } from './token.ts';
import { movedByHand, TOLERANCE } from './trajectory.ts';
import { createWork, isDone, type StoredWork } from './work.ts';

/*
 * Challenges of our own captcha, from being asked to being used. All that counts is in the database: the answer, how
 * often it was tried, whether the solution was used. So any process may be asked for any step.
 */

/** Whose challenge it is. */
export interface Asker {
  kind: CaptchaKind;
  bearer: string;
}

type Answer = { x: number } | StoredWork;

const insert = statement<unknown>(`insert into captcha (id, kind, bearer, answer, expires_at) values ($1, $2, $3, $4, now() + interval '${CAPTCHA_LIFETIME} seconds')`);

async function keep(db: Db, { kind, bearer }: Asker, answer: Answer): Promise<string> {
  const id = newToken();
  await insert(db, [id, kind, bearer, JSON.stringify(answer)]);
  return id;
}

/** Draws a picture with a hole and remembers where it is. */
export async function issuePuzzle(db: Db, asker: Asker): Promise<Puzzle> {
  // Far enough to the right for a movement, with room for the whole piece.
  const x = randomInt(PIECE_SIZE + 20, PICTURE_WIDTH - PIECE_SIZE - 4);
  const { picture, piece, y } = await draw(x);
  const url = (webp: Buffer) => `data:image/webp;base64,${webp.toString('base64')}`;
  return { id: await keep(db, asker, { x }), expires_in: CAPTCHA_LIFETIME, picture: url(picture), piece: url(piece), y };
}

/** Work for a browser whose person can't slide. */
export async function issueWork(db: Db, asker: Asker): Promise<Work> {
  const work = await createWork();
  return { id: await keep(db, asker, work), expires_in: CAPTCHA_LIFETIME, challenge: work.challenge };
}

// The try is counted before it is judged: two at once are two.
const tryOnce = statement<{ answer: Answer; tries: number }>(`
  update captcha set tries = tries + 1
  where id = $1 and kind = $2 and bearer = $3 and token_hash is null and tries < ${CAPTCHA_TRIES} and expires_at > now() returning answer, tries`);
const seal = statement<unknown>(`update captcha set token_hash = $2, expires_at = now() + interval '${CAPTCHA_LIFETIME} seconds' where id = $1 and token_hash is null returning 1`);

async function isRight(answer: Answer, { x, track, work }: Solution): Promise<boolean> {
  if ('x' in answer) return x !== undefined && track !== undefined && Math.abs(x - answer.x) <= TOLERANCE && movedByHand(track, x);
  return work !== undefined && isDone(answer, work);
}

/**
 * Judges a solution; a right one gives what is sent as `validate`. Throws `captcha`, with the tries that are left as
 * `left` in its payload, and `expired` for a challenge that is over, was somebody else's or never was.
 */
export async function solve(db: Db, { kind, bearer }: Asker, solution: Solution): Promise<string> {
  const [tried] = await tryOnce(db, [solution.id, kind, bearer]);
  if (!tried) throw new AppError('expired');
  if (!(await isRight(tried.answer, solution))) throw new AppError('captcha', { payload: { left: CAPTCHA_TRIES - tried.tries } });
  const token = newToken();
  if ((await seal(db, [solution.id, hashToken(token)])).length === 0) throw new AppError('expired');
  return token;
}

const use = statement<unknown>(`delete from captcha where token_hash = $1 and kind = $2 and bearer = $3 and expires_at > now() returning 1`);

/** Uses a solution up. Whether it was one. */
export const redeem = async (db: Db, { kind, bearer, validate }: Asker & { validate: string }): Promise<boolean> => (await use(db, [hashToken(validate), kind, bearer])).length > 0;
