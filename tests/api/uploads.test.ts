import { connect } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { RATES } from '#api/http/middleware/limit-rate.ts';
import { toVariantPath } from '#platform/stored-path.ts';
import { PEOPLE } from '../support/people.ts';
import { animation, HEIC, plainPicture, SVG, uniquePicture } from '../support/sample-pictures.ts';
import { testApi } from '../support/test-api.ts';
import { listen, type UploadReply, uploadForm } from '../support/upload-call.ts';
import { prepareUploadStorage, type UploadRow } from '../support/upload-storage.ts';

const { db, dataDir, folder, api, member, upload, rows, stored, files, filesOfRows } =
  await prepareUploadStorage();

describe('[R33] an accepted picture', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
    '%s becomes WebP, with narrower ones next to it',
    async (format) => {
      const sent = await uniquePicture(1000, 40, 3 + format.charCodeAt(0))
        .toFormat(format)
        .toBuffer();
      const { status, body } = await upload(sent);
      expect([status, body]).toEqual([
        200,
        {
          code: 0,
          msg: 'ok',
          data: [expect.stringMatching(/^\/uploads\/([0-9a-f]{2})\/\1[0-9a-f]{30}\.webp$/)],
        },
      ]);
      const row = (await rows()).at(-1) as UploadRow;
      expect(row).toMatchObject({
        width: 1000,
        height: 40,
        variants: [480, 960],
        user_id: PEOPLE.member,
        bytes: stored(body.data[0]).length,
      });
      for (const width of row.variants)
        expect(await sharp(join(folder, toVariantPath(row.path, width))).metadata()).toMatchObject({
          format: 'webp',
          width,
        });
    },
  );

  test('is judged by bytes, not by name or type', async () => {
    const jpeg = await plainPicture(20, 20, '#123123').jpeg().toBuffer();
    const lying = await member.send(
      'POST',
      '/api/v1/thread/file',
      uploadForm(new File([new Uint8Array(jpeg)], '../../x.svg', { type: 'text/html' })),
    );
    expect(lying.status).toBe(200);
    for (const text of [
      '<html><script>alert(1)</script></html>',
      '%PDF-1.7',
      'GIF87',
      '',
      '<p>the word <svg> in a text</p>',
    ]) {
      const { status, body } = await upload(Buffer.from(text));
      expect([text, status, body.err_code]).toEqual([text, 415, 'unsupported']);
    }
  });

  test('a header without the promised data is refused', async () => {
    const png = await uniquePicture(300, 300, 5).png().toBuffer();
    const broken = [
      Buffer.concat([png.subarray(0, 8), Buffer.alloc(3000, 7)]),
      Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), png]),
    ];
    for (const bytes of broken)
      expect(await upload(bytes)).toMatchObject({ status: 415, body: { err_code: 'damaged' } });
  });

  test('a text field of the same name next to the file is ignored', async () => {
    const png = await uniquePicture(30, 30, 11).png().toBuffer();
    const send = async (...parts: (string | Buffer)[]) => {
      const form = new FormData();
      for (const part of parts)
        form.append(
          'image',
          typeof part === 'string'
            ? part
            : new File([new Uint8Array(part)], 'picture.png', { type: 'image/png' }),
        );
      const reply = await member.send('POST', '/api/v1/thread/file', form);
      return { status: reply.status, body: (await reply.json()) as UploadReply };
    };
    for (const parts of [
      ['wxfile://tmp_1.png', png],
      [png, ''],
      ['a', png, 'b'],
    ])
      expect(await send(...parts)).toMatchObject({
        status: 200,
        body: { code: 0, data: [expect.stringMatching(/^\/uploads\//)] },
      });
    expect(await send('wxfile://tmp_1.png')).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('image') },
    });
  });

  test('HEIC and SVG are refused with a remedy, in both languages', async () => {
    expect(await upload(HEIC)).toMatchObject({
      status: 415,
      body: { err_code: 'heic', msg: expect.stringContaining('JPEG') },
    });
    expect((await upload(HEIC, member, { 'accept-language': 'en' })).body.msg).toContain(
      'Please convert to JPEG',
    );
    expect(await upload(SVG)).toMatchObject({
      status: 415,
      body: { err_code: 'svg', msg: expect.stringContaining('PNG') },
    });
    expect((await upload(SVG, member, { 'accept-language': 'en' })).body.msg).toContain(
      'Please export to PNG',
    );
  });

  test('2 MiB are enough, one byte more is too much', async () => {
    const png = await plainPicture(30, 30, '#ab12cd').png().toBuffer();
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)]);
    expect((await upload(padded(2 * 1024 * 1024))).status).toBe(200);
    expect(await upload(padded(2 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
      body: { err_code: 'tooLarge' },
    });
    expect(await upload(Array.from({ length: 11 }, () => padded(2 * 1024 * 1024)))).toMatchObject({
      status: 413,
    });
  });

  test('a small file with more than 40 megapixels is refused before it is decoded', async () => {
    const bomb = await plainPicture(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
    expect(await upload(bomb)).toMatchObject({ status: 413, body: { err_code: 'pixels' } });
    // this one is too short to decode
    expect(await upload(bomb.subarray(0, 1_000))).toMatchObject({
      status: 413,
      body: { err_code: 'pixels' },
    });
    expect(await upload(await animation(2000, 1500, 14))).toMatchObject({
      status: 413,
      body: { err_code: 'pixels' },
    });
  });

  test('several come back in their order; with one that cannot be taken none is', async () => {
    const pictures = await Promise.all(
      [61, 62, 63].map((size) => plainPicture(size, size).png().toBuffer()),
    );
    const { body } = await upload(pictures);
    expect(
      await Promise.all(body.data.map(async (url) => (await sharp(stored(url)).metadata()).width)),
    ).toEqual([61, 62, 63]);
    const before = await rows();
    expect(await upload([await plainPicture(64, 64).png().toBuffer(), SVG])).toMatchObject({
      status: 415,
    });
    expect(await rows()).toEqual(before);
  });
});

describe('[R33] a stored picture', () => {
  test('has no metadata, and is upright', async () => {
    const taken = uniquePicture(120, 60, 9)
      .withExif({
        IFD0: { Copyright: 'somebody', Make: 'Phone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .withMetadata({ orientation: 6 });
    const sent = await taken.jpeg().toBuffer();
    expect((await sharp(sent).metadata()).exif).toBeDefined();
    const { body } = await upload(sent);
    const kept = await sharp(stored(body.data[0])).metadata();
    expect(kept).toMatchObject({ width: 60, height: 120, space: 'srgb' });
    for (const trace of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const)
      expect(kept[trace]).toBeUndefined();
    // Rotated to the right: the left side (red) is at the top.
    const [red, , blue] = await sharp(stored(body.data[0]))
      .extract({ left: 30, top: 20, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(red).toBeGreaterThan(180);
    expect(blue).toBeLessThan(80);
    expect((await rows()).at(-1)).toMatchObject({ width: 60, height: 120 });
  });

  test.each(['gif', 'webp'] as const)('an animated %s stays animated', async (format) => {
    const { body } = await upload(await animation(format === 'gif' ? 520 : 530, 30, 5, format));
    expect(await sharp(stored(body.data[0]), { animated: true }).metadata()).toMatchObject({
      format: 'webp',
      pages: 5,
      delay: [70, 70, 70, 70, 70],
      loop: 3,
    });
    expect((await rows()).at(-1)).toMatchObject({ height: 30, variants: [] });
  });

  test('the same file is stored once, however often and by whom it is sent', async () => {
    const sent = await uniquePicture(500, 500, 11).jpeg().toBuffer();
    const other = await api.as(PEOPLE.otherMember);
    const before = (await rows()).length;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => upload(sent, index % 2 ? member : other)),
    );
    expect(new Set(answers.map(({ body }) => body.data[0])).size).toBe(1);
    expect((await upload([sent, sent])).body.data).toEqual([
      answers[0]?.body.data[0],
      answers[0]?.body.data[0],
    ]);
    expect((await rows()).length).toBe(before + 1);
  });

  test('twelve at once are all stored', async () => {
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        uniquePicture(700, 300, 100 + index)
          .jpeg()
          .toBuffer(),
      ),
    );
    const answers = await Promise.all(sent.map((bytes) => upload(bytes)));
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.data[0])).size).toBe(12);
  });

  test('when the storage fails there is no picture, and another try may be made', async () => {
    const bucketless = await testApi(db, {
      STORAGE_URL: 's3://KEY:SECRET@127.0.0.1:9/none?secure=0',
    });
    const before = await rows();
    const answer = await upload(
      await plainPicture(77, 77).png().toBuffer(),
      await bucketless.as(PEOPLE.member),
    );
    expect(answer.status).toBe(503);
    expect(await rows()).toEqual(before);
  });
});

describe('[R33] rights and rates of uploads', () => {
  test('visitors, banned members and read-only tokens may not upload', async () => {
    const png = await plainPicture(10, 10).png().toBuffer();
    expect((await upload(png, api)).status).toBe(401);
    expect((await upload(png, await api.as(PEOPLE.member, ['read']))).status).toBe(403);
    expect((await upload(png, await api.as(PEOPLE.banned))).body.err_code).toBe('banned');
  });

  test('a body without pictures is malformed and names the field', async () => {
    expect((await member.call<UploadReply>('POST', '/api/v1/thread/file', {})).status).toBe(415);
    const empty = await member.send('POST', '/api/v1/thread/file', new FormData());
    expect([empty.status, ((await empty.json()) as UploadReply).msg]).toEqual([
      400,
      expect.stringContaining('image'),
    ]);
    const words = new FormData();
    words.append('image', 'https://elsewhere.example/x.png');
    expect((await member.send('POST', '/api/v1/thread/file', words)).status).toBe(400);
    expect(
      (
        await member.send('POST', '/api/v1/thread/file', 'no parts here', {
          'content-type': 'multipart/form-data; boundary=x',
        })
      ).status,
    ).toBe(400);
  });

  test('too many in a short time are refused', async () => {
    const limited = await testApi(db, {
      DATA_DIR: dataDir,
      RATE_LIMITS: 'on',
      SITE_URL: 'https://forum.example',
    });
    const hasty = await limited.as(PEOPLE.fourthMember);
    await db.execute(
      sql`
        insert into rate_limit (key, points, expire)
        values (
          'upload:u10007',
          ${RATES.upload.points},
          extract(epoch from now() + interval '1 minute') * 1000
        )`,
    );
    const refused = await hasty.send('POST', '/api/v1/thread/file', uploadForm(SVG));
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      expect.any(Number),
    ]);
  });
});

describe('[R33] a connection that breaks', () => {
  const answer = getRequestListener(api.fetch as Parameters<typeof getRequestListener>[0], {
    overrideGlobalObjects: false,
  });
  let arrived = () => {};
  let answered: Promise<unknown> = Promise.resolve();
  const port = listen((request, response) => {
    request.once('end', () => arrived());
    answered = answer(request, response);
  });

  /** Sends a share of an upload and disconnects. */
  async function hangUp(picture: Buffer, share: number): Promise<void> {
    const head = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="image"; filename="x.png"\r\nContent-Type: image/png\r\n\r\n',
    );
    const body = Buffer.concat([head, picture, Buffer.from('\r\n--b--\r\n')]);
    const socket = connect(await port, '127.0.0.1');
    socket.write(
      `POST /api/v1/thread/file HTTP/1.1\r\nHost: x\r\nAuthorization: ${member.authorization.authorization}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    const sent = new Promise<void>((resolve) => {
      if (share === 1) arrived = resolve;
      socket.write(body.subarray(0, Math.floor(body.length * share)), () => share < 1 && resolve());
    });
    await sent;
    await new Promise<void>((resolve) => socket.on('close', () => resolve()).destroy());
    await answered;
  }

  test('in the middle of a picture leaves nothing, and the next one is taken', async () => {
    const before = await rows();
    const picture = await uniquePicture(800, 400, 21).png().toBuffer();
    await hangUp(picture, 0.5);
    expect((await upload(await plainPicture(81, 81).png().toBuffer())).status).toBe(200);
    expect((await rows()).length).toBe(before.length + 1);
    expect(files()).toEqual(await filesOfRows());
  });

  test('after the last byte leaves a complete picture or nothing', async () => {
    const before = (await rows()).length;
    await hangUp(await uniquePicture(1600, 400, 22).png().toBuffer(), 1);
    expect([before, before + 1]).toContain((await rows()).length);
    expect(files()).toEqual(await filesOfRows());
  });
});
