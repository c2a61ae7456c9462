import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  animatedAvif,
  animatedPng,
  animation,
  plainPicture,
  uniquePicture,
} from '../support/sample-pictures.ts';
import { type UploadReply, uploadForm } from '../support/upload-call.ts';
import { prepareUploadStorage } from '../support/upload-storage.ts';

const { member, upload, rows, stored } = await prepareUploadStorage();

/** The refusal in each language. */
async function refusalOf(bytes: Buffer): Promise<{ code: string; zh: string; en: string }> {
  const zh = await upload(bytes);
  const en = await upload(bytes, member, { 'accept-language': 'en' });
  expect([zh.status, en.status]).toEqual([415, 415]);
  return { code: String(zh.body.err_code), zh: zh.body.msg, en: en.body.msg };
}

const picture = () => uniquePicture(300, 200, 31);
const WHOLE = {
  JPEG: () => picture().jpeg().toBuffer(),
  'progressive JPEG': () => picture().jpeg({ progressive: true }).toBuffer(),
  PNG: () => picture().png().toBuffer(),
  'interlaced PNG': () => picture().png({ progressive: true }).toBuffer(),
  WebP: () => picture().webp().toBuffer(),
  'animated WebP': () => animation(60, 40, 4, 'webp'),
  GIF: () => picture().gif().toBuffer(),
  'animated GIF': () => animation(60, 40, 4),
  AVIF: () => picture().avif({ effort: 0 }).toBuffer(),
} satisfies Record<string, () => Promise<Buffer>>;
/** Shares of a file that arrived. */
const SHARES = [0.04, 0.5, 0.95];

describe('[R33] an incomplete file', () => {
  test.each(Object.entries(WHOLE))('is refused as damaged: %s', async (_format, make) => {
    const whole = await make();
    const before = await rows();
    for (const share of SHARES) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      expect([share, await refusalOf(cut)]).toEqual([
        share,
        {
          code: 'damaged',
          zh: expect.stringContaining('不完整或已损坏'),
          en: expect.stringContaining('incomplete or damaged'),
        },
      ]);
    }
    expect(await rows()).toEqual(before);
    expect((await upload(whole)).status).toBe(200);
  });

  test('is one although all its other frames are complete: a GIF', async () => {
    const whole = await animation(61, 40, 4);
    // the end of the file, the end of the last frame, and a byte of its data
    expect(await refusalOf(whole.subarray(0, -3))).toMatchObject({ code: 'damaged' });
  });

  test('is none where only the sign of its end is missing, or something follows: a GIF', async () => {
    const whole = await animation(62, 40, 4);
    for (const bytes of [whole.subarray(0, -1), Buffer.concat([whole, Buffer.alloc(9, 0x2c)])])
      expect((await upload(bytes)).status).toBe(200);
  });
});

describe('[R33] an animation whose motion would be lost', () => {
  test.each([
    ['PNG', () => animatedPng(50, 40, 3)],
    ['AVIF', animatedAvif],
  ])('is refused with a remedy: %s', async (_format, make) => {
    expect(await refusalOf(await make())).toEqual({
      code: 'animationFormat',
      zh: expect.stringContaining('请转换为 GIF 或 WebP 动图'),
      en: expect.stringContaining('convert to an animated GIF or WebP'),
    });
  });

  test.each([
    ['has one frame', () => animatedPng(51, 40, 1)],
    [
      'only names the sign of an animation',
      () =>
        plainPicture(52, 40)
          .png()
          .withExif({ IFD0: { Copyright: 'acTL' } })
          .toBuffer(),
    ],
  ])('is none where a PNG %s', async (_what, make) => {
    const { status, body } = await upload(await make());
    expect(status).toBe(200);
    expect((await sharp(stored(body.data[0])).metadata()).height).toBe(40);
  });

  test('is accepted as an avatar, which is never animated', async () => {
    const form = uploadForm(await animatedPng(53, 53, 3));
    const answer = await member.send('POST', '/api/v1/user/avatar', form);
    expect([answer.status, ((await answer.json()) as UploadReply).code]).toEqual([200, 0]);
  });
});
