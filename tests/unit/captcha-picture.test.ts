import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPuzzle } from '#captcha/puzzle-picture.ts';
import { PIECE_SIZE, PUZZLE_HEIGHT, PUZZLE_WIDTH } from '#contracts/captcha-rules.ts';

const PIXELS_PER_UNIT = 2;

/** Mean lightness of a square of the picture, from 0 to 255; positions in the picture's units. */
async function meanLight(picture: Buffer, x: number, y: number, side: number): Promise<number> {
  const pixels = PIXELS_PER_UNIT;
  const square = {
    left: Math.round(x * pixels),
    top: Math.round(y * pixels),
    width: Math.round(side * pixels),
    height: Math.round(side * pixels),
  };
  const cut = await sharp(picture).extract(square).greyscale().png().toBuffer();
  return (await sharp(cut).stats()).channels[0]?.mean ?? 0;
}

test('[R32] the target of the piece is visible: the gap is darker than any other place of its row', async () => {
  const side = 24;
  for (let turn = 0; turn < 12; turn++) {
    const { picture, piece, x, y } = await drawPuzzle();
    expect(x).toBeGreaterThan(PIECE_SIZE / 2);
    expect(x + PIECE_SIZE).toBeLessThanOrEqual(PUZZLE_WIDTH);
    expect(y + PIECE_SIZE).toBeLessThanOrEqual(PUZZLE_HEIGHT);
    const inset = (PIECE_SIZE - side) / 2;
    const gap = await meanLight(picture, x + inset, y + inset, side);
    const others: number[] = [];
    for (let left = 0; left + side <= PUZZLE_WIDTH; left += 12)
      if (left + side < x || left > x + PIECE_SIZE)
        others.push(await meanLight(picture, left, y + inset, side));
    expect(gap * 1.2).toBeLessThan(Math.min(...others));
    expect(await meanLight(piece, inset, inset, side)).toBeGreaterThan(gap * 1.6);
  }
});
