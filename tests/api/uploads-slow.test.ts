import { connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { pictureProcesses } from '#domain/uploads/picture-processes.ts';
import { PEOPLE } from '../support/people.ts';
import { plainPicture } from '../support/sample-pictures.ts';
import { flatAvif, manyScans } from '../support/slow-pictures.ts';
import { listen, uploadForm } from '../support/upload-call.ts';
import { prepareUploadStorage } from '../support/upload-storage.ts';

const { api, member, upload, rows } = await prepareUploadStorage();
const slow = await flatAvif(5_000, 3_900);
const small = await plainPicture(40, 30).png().toBuffer();

/** Records decodes, and can pause the decode of one file. */
function watchDecoding(held?: Buffer) {
  const released = Promise.withResolvers<void>();
  const encode = pictureProcesses.encode.bind(pictureProcesses);
  const begun = vi.spyOn(pictureProcesses, 'encode').mockImplementation(async (picture, signal) => {
    if (held?.equals(picture.bytes)) await released.promise;
    return encode(picture, signal);
  });
  onTestFinished(() => begun.mockRestore());
  return { begun, release: released.resolve };
}

test('[R33] one person’s pictures leave a slot to others', async () => {
  const hard = await plainPicture(50, 50).png().toBuffer();
  const { begun, release } = watchDecoding(hard);
  const own = Array.from({ length: 6 }, () => upload([hard, hard, hard]));
  await expect.poll(() => begun.mock.calls.length).toBe(1);
  const other = await api.as(PEOPLE.otherMember);
  expect(await upload(small, other)).toMatchObject({ status: 200 });
  expect(begun).toHaveBeenCalledTimes(2);
  release();
  await Promise.all(own);
});

test('[R33] a JPEG of many scans is refused before it is decoded, in both languages', async () => {
  const { begun } = watchDecoding();
  const jpeg = manyScans(65_000, 612, 64);
  expect(await upload([jpeg, jpeg])).toMatchObject({
    status: 413,
    body: { err_code: 'undecodable', msg: expect.stringContaining('JPEG') },
  });
  expect((await upload(jpeg, member, { 'accept-language': 'en' })).body.msg).toContain('ordinary');
  expect(begun).not.toHaveBeenCalled();
});

test('[R33] a crash of the decoder refuses its picture and no other', async () => {
  const { begun } = watchDecoding();
  const crashed = upload([slow, small]);
  await expect.poll(() => begun.mock.calls.length).toBe(1);
  for (const pid of pictureProcesses.pids) process.kill(pid, 'SIGSEGV');
  expect(await crashed).toMatchObject({ status: 413, body: { err_code: 'undecodable' } });
  const before = await rows();
  expect((await upload(await plainPicture(41, 31).png().toBuffer())).status).toBe(200);
  expect((await rows()).length).toBe(before.length + 1);
});

test('[R33] a sender’s disconnect ends the decoding of their file', async () => {
  const { begun } = watchDecoding();
  const port = await listen(
    getRequestListener(api.fetch as Parameters<typeof getRequestListener>[0], {
      overrideGlobalObjects: false,
    }),
  );
  const sent = new Response(uploadForm(slow, slow));
  const body = Buffer.from(await sent.arrayBuffer());
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/v1/thread/file HTTP/1.1\r\nHost: x\r\nAuthorization: ${member.authorization.authorization}\r\nContent-Type: ${sent.headers.get('content-type')}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  await expect.poll(() => begun.mock.calls.length).toBe(1);
  socket.destroy();
  await expect(begun.mock.results[0]?.value).rejects.toMatchObject({ code: 'unavailable' });
  expect((await upload(small)).status).toBe(200);
  expect(begun).toHaveBeenCalledTimes(2);
});
