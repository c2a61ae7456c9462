import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createMiddleware } from 'hono/factory';
import { requireActor } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import {
  FORM_PARTS_MAX,
  FORMS_BYTES,
  FORMS_BYTES_PER_PERSON,
  UPLOADS_BYTES,
  UPLOADS_WAITING,
} from '#contracts/limits.ts';
import type { ApiEnv, Ctx } from '../context.ts';
import { bytesOf, keep, refuseEncoded, refuseLarge } from './body.ts';

/*
 * Forms with pictures. A form is written to a file while it comes, which may take minutes, and
 * takes memory from when it is whole until its call is answered: whoever sends slowly keeps nobody
 * from uploading.
 */

/** Seconds after which an upload that found no room is worth trying again. */
const ROOM_AGAIN = 3;

/**
 * Bytes of whole forms in memory, and the calls that wait for room there, first come, first served.
 */
let held = 0;
const waiting: { size: number; enter: () => void }[] = [];

/** Waits until there is room for so many bytes. Throws unavailable when too many wait already. */
async function takeRoom(size: number): Promise<void> {
  if (waiting.length === 0 && held + size <= UPLOADS_BYTES) held += size;
  else if (waiting.length >= UPLOADS_WAITING)
    throw new AppError('unavailable', { retryAfter: ROOM_AGAIN });
  else await new Promise<void>((enter) => waiting.push({ size, enter }));
}

function leaveRoom(size: number): void {
  held -= size;
  for (let next = waiting[0]; next && held + next.size <= UPLOADS_BYTES; next = waiting[0]) {
    held += next.size;
    waiting.shift();
    next.enter();
  }
}

/** Bytes of forms in files: all together, and by the id of who sends them. */
let spooled = 0;
const spooledBy = new Map<number, number>();

function countSpooled(userId: number, bytes: number): void {
  spooled += bytes;
  const own = (spooledBy.get(userId) ?? 0) + bytes;
  if (own > 0) spooledBy.set(userId, own);
  else spooledBy.delete(userId);
}

interface Spooled {
  file: FileHandle;
  size: number;
}

/** A file without a name: it is gone when it is closed, however the process ends. */
async function namelessFile(dataDir: string): Promise<FileHandle> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, `form-${randomUUID()}.part`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** Throws unavailable for what a full disk, or too many open files, say. */
function refuseFull(error: unknown): never {
  if (
    ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')
  )
    throw new AppError('unavailable', { retryAfter: ROOM_AGAIN });
  throw error;
}

/**
 * Writes a body to a file. Throws tooLarge beyond `most` bytes, malformed when its sender goes, and
 * unavailable when this person, or all, have too much in files. What was counted of it stays in
 * `spool.size`, whatever is thrown.
 */
async function receive(c: Ctx, userId: number, most: number, spool: Spooled): Promise<void> {
  for await (const chunk of bytesOf(c, most)) {
    spool.size += chunk.byteLength;
    countSpooled(userId, chunk.byteLength);
    if (spooled > FORMS_BYTES || (spooledBy.get(userId) ?? 0) > FORMS_BYTES_PER_PERSON)
      throw new AppError('unavailable', { retryAfter: ROOM_AGAIN });
    await spool.file.appendFile(chunk).catch(refuseFull);
  }
}

async function contentOf({ file, size }: Spooled): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new Error(`a form of ${size} bytes ends after ${at}`);
    at += bytesRead;
  }
  return bytes;
}

/**
 * What stands between the parts of a form. Throws unsupported for what is no form of parts: lists
 * of names and values may have millions.
 */
function boundaryOf(c: Ctx): string {
  const type = c.req.header('content-type') ?? '';
  const [boundary, another] = [
    ...type.matchAll(/;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/gi),
  ];
  if (!/^multipart\/form-data\s*;/i.test(type) || !boundary || another)
    throw new AppError('unsupported');
  return `--${boundary[1] ?? boundary[2]}`;
}

/** Throws tooLarge when a form has more parts than any call needs. */
function refuseManyParts(form: Buffer, boundary: string): void {
  let parts = 0;
  for (let at = form.indexOf(boundary); at >= 0; at = form.indexOf(boundary, at + boundary.length))
    if (++parts > FORM_PARTS_MAX) throw new AppError('tooLarge');
}

/**
 * Stands before a form of at most `bytes`, behind what knows the caller. Throws tooLarge, also for
 * too many parts, unsupported for another type, and unavailable while there is no room, on the disk
 * or in memory.
 */
export const formWithin = (bytes: number) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { userId } = requireActor(c);
    const boundary = boundaryOf(c);
    refuseEncoded(c);
    await refuseLarge(c, bytes);
    const spool: Spooled = {
      file: await namelessFile(c.var.deps.env.DATA_DIR).catch(refuseFull),
      size: 0,
    };
    try {
      await receive(c, userId, bytes, spool);
      await takeRoom(spool.size);
      try {
        const form = await contentOf(spool);
        refuseManyParts(form, boundary);
        keep(c, 'arrayBuffer', form.buffer);
        await next();
      } finally {
        leaveRoom(spool.size);
      }
    } finally {
      countSpooled(userId, -spool.size);
      await spool.file.close();
    }
  });
