import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { encodePicture } from '#domain/uploads/encode.ts';
import { countJpegScans } from '#domain/uploads/jpeg-scans.ts';
import {
  type PictureProcessDeath,
  PictureProcesses,
  type PictureProcessSettings,
  pictureProcesses,
} from '#domain/uploads/picture-processes.ts';
import { plainPicture } from '../support/sample-pictures.ts';
import { flatAvif, manyScans } from '../support/slow-pictures.ts';

const small = { bytes: await plainPicture(40, 30).png().toBuffer(), kind: 'png' as const };
/** Seconds of work. */
let slow: { bytes: Buffer; kind: 'avif' };
beforeAll(async () => {
  slow = { bytes: await flatAvif(5_000, 3_900), kind: 'avif' };
});

function prepare(settings: PictureProcessSettings = {}) {
  const deaths: PictureProcessDeath[] = [];
  const processes = new PictureProcesses({
    onDeath: (death) => void deaths.push(death),
    ...settings,
  });
  onTestFinished(() => processes.stop());
  return { processes, deaths };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const undecodable = expect.objectContaining({ code: 'undecodable' });
const unavailable = expect.objectContaining({ code: 'unavailable' });

test('[R33] the scans of a JPEG are counted without decoding it', async () => {
  const photo = plainPicture(400, 300);
  expect(countJpegScans(await photo.clone().jpeg().toBuffer())).toBe(1);
  expect(countJpegScans(await photo.clone().jpeg({ progressive: true }).toBuffer())).toBe(10);
  expect(countJpegScans(manyScans(640, 480, 64))).toBe(64);
  expect(countJpegScans(Buffer.from([0xff, 0xd8, 0xff]))).toBe(0);
  expect(countJpegScans(Buffer.alloc(2 * 1024 * 1024, 0xff))).toBe(0);
});

test.each([
  ['a byte of data', [0xff, 0x00]],
  ['a restart', [0xff, 0xd0]],
  ['a byte that fills', [0xff, 0xff, 0x01]],
])('[R33] a scan is counted after %s of the scan before', (_, data) => {
  const scan = [0xff, 0xda, 0x00, 0x02];
  // parsed as a length, the next two bytes would skip the second scan
  const jpeg = [0xff, 0xd8, ...scan, ...data, 0x00, 0x10, ...scan, 0x00, 0xff, 0xd9];
  expect(countJpegScans(Buffer.from(jpeg))).toBe(2);
});

test('[R33] the scans of a thumbnail in the header are not counted', () => {
  const scan = [0xff, 0xda, 0x00, 0x02];
  const header = [0xff, 0xe1, 0x00, 0x06, ...scan];
  expect(countJpegScans(Buffer.from([0xff, 0xd8, ...header, ...scan, 0xff, 0xd9]))).toBe(1);
});

test('[R33] pictures one after the other share a process', async () => {
  const { processes } = prepare();
  expect(processes.pids).toEqual([]);
  const encoded = await processes.encode(small);
  expect(encoded).toMatchObject({ width: 40, height: 30, mime: 'image/webp', variants: [] });
  const before = processes.pids;
  await processes.encode(small);
  expect(processes.pids).toEqual(before);
});

test('[R33] a process without work ends', async () => {
  const { processes } = prepare({ idleMs: 1 });
  await processes.encode(small);
  await expect.poll(() => processes.pids).toEqual([]);
});

test.each([
  ['cpu', { cpuMs: 200 }],
  ['memory', { memoryMb: 100 }],
  ['timeout', { timeoutMs: 1 }],
] as const)('[R33] a process beyond its limit is killed: %s', async (reason, limit) => {
  const { processes, deaths } = prepare(limit);
  const encoding = processes.encode(slow);
  const [pid] = processes.pids;
  await expect(encoding).rejects.toEqual(undecodable);
  expect(deaths).toMatchObject([{ reason, kind: 'avif', bytes: slow.bytes.length }]);
  await expect.poll(() => isAlive(pid as number)).toBe(false);
});

test('[R33] after a crash the next picture has a new process', async () => {
  const { processes, deaths } = prepare();
  const encoding = processes.encode(slow);
  process.kill(processes.pids[0] as number, 'SIGSEGV');
  await expect(encoding).rejects.toEqual(undecodable);
  expect(deaths).toMatchObject([{ reason: 'crash' }]);
  expect(await processes.encode(small)).toMatchObject({ width: 40 });
});

test('[R33] a process that does not start is no fault of the picture', async () => {
  const { processes, deaths } = prepare({ entry: pathToFileURL('/nowhere/picture-process.ts') });
  await expect(processes.encode(small)).rejects.toEqual(unavailable);
  expect(deaths).toMatchObject([{ reason: 'failed' }]);
});

test('[R33] a picture whose sender has left is no longer decoded', async () => {
  const { processes, deaths } = prepare();
  const sender = new AbortController();
  const encoding = processes.encode(slow, sender.signal);
  const [pid] = processes.pids;
  sender.abort();
  await expect(encoding).rejects.toEqual(unavailable);
  expect(deaths).toEqual([]);
  await expect.poll(() => isAlive(pid as number)).toBe(false);
});

test('[R33] the process has none of the server’s settings', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://secret');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { processes } = prepare();
  await processes.encode(small);
  expect(readFileSync(`/proc/${processes.pids[0]}/environ`, 'utf8')).not.toContain('DATABASE_URL');
});

test('[R33] a person has one picture decoded at a time', async () => {
  const released = Promise.withResolvers<void>();
  const encode = pictureProcesses.encode.bind(pictureProcesses);
  const begun = vi
    .spyOn(pictureProcesses, 'encode')
    .mockImplementation(async (picture) => released.promise.then(() => encode(picture)));
  onTestFinished(() => begun.mockRestore());
  const own = [1, 2, 3].map(() => encodePicture(small.bytes, { person: 1 }));
  const others = await plainPicture(41, 31).png().toBuffer();
  const other = encodePicture(others, { person: 2 });
  await expect.poll(() => begun.mock.calls.length).toBe(2);
  expect(begun.mock.calls[1]?.[0].bytes).toBe(others);
  released.resolve();
  await Promise.all([...own, other]);
});
