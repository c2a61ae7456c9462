import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright';
import { PIECE_SIZE, PUZZLE_WIDTH } from '#contracts/captcha-rules.ts';
import type { Puzzle, TrackPoint } from '#contracts/wire/captcha.ts';
import type { Db } from '#db/client.ts';

/** A human-like movement: slow, fast, slow, slightly too far and back, with a tremble. */
export function handMovement(x: number, { points = 40, duration = 900 } = {}): TrackPoint[] {
  return Array.from({ length: points + 1 }, (_, index): TrackPoint => {
    const share = index / points;
    const eased =
      share < 0.85
        ? (1 - Math.cos((share / 0.85) * Math.PI)) / 2 + 0.02 * share
        : 1.017 - (0.017 * (share - 0.85)) / 0.15;
    return [
      share * duration + (index % 3),
      index === points ? x : Math.round(x * eased * 10) / 10,
      2 * Math.sin(index / 5),
    ];
  });
}

/** Solves the proof of work of a captcha. */
export async function solveWork({
  challenge,
}: Pick<Puzzle, 'challenge'>): Promise<{ counter: number; derivedKey: string }> {
  const found = await solveChallenge({
    challenge: challenge as Parameters<typeof solveChallenge>[0]['challenge'],
    deriveKey,
  });
  if (!found) throw new Error('The work has no solution.');
  return { counter: found.counter, derivedKey: found.derivedKey };
}

/** The gap's position in the newest captcha, in the picture's units, from the database. */
export async function readGap(db: Db, id?: string): Promise<number> {
  const { rows } = await db.execute<{ x: number }>(
    sql`
      select (answer ->> 'x')::float8 as x
      from captcha
      where ${id === undefined ? sql`true` : sql`id = ${id}`} and answer ? 'x'
      order by created_at desc
      limit 1`,
  );
  if (!rows[0]) throw new Error('Nobody was asked for a captcha.');
  return rows[0].x;
}

/** The distance that the piece can travel, in the picture's units. */
export const PIECE_TRAVEL = PUZZLE_WIDTH - PIECE_SIZE;

/** The dialog's handle: its middle and the distance that it can travel, in CSS pixels. */
export async function locateGrip(page: Page): Promise<{ x: number; y: number; way: number }> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('.grip:not([data-idle])').waitFor();
  const box = async (one: Locator) =>
    (await one.boundingBox()) as { x: number; y: number; width: number; height: number };
  const grip = await box(dialog.locator('.grip'));
  const inner = await dialog.locator('.rail').evaluate((rail) => rail.clientWidth);
  return { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2, way: inner - grip.width };
}

/** Slides the piece into its gap with a finger. */
export async function slideByTouch(page: Page, db: Db): Promise<void> {
  await page.getByRole('dialog').locator('.piece').waitFor();
  const { x, y, way } = await locateGrip(page);
  const to = await readGap(db);
  const touch = await page.context().newCDPSession(page);
  const put = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number, shake: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + (at / PIECE_TRAVEL) * way, y: y + shake }],
    });
  await put('touchStart', 0, 0);
  for (const [, at, shake] of handMovement(to, { points: 30 })) await put('touchMove', at, shake);
  await put('touchEnd', to, 0);
}
