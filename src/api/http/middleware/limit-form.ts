import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createMiddleware } from 'hono/factory';
import { requireActor } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import {
  MAX_FORM_PARTS,
  MAX_FORMS_BYTES,
  MAX_FORMS_BYTES_PER_USER,
  MAX_UPLOAD_MEMORY_BYTES,
  MAX_WAITING_UPLOADS,
} from '#contracts/limits.ts';
import type { ApiContext, ApiEnv } from '../context.ts';
import { cacheBody, readBodyChunks, rejectEncodedBody, rejectLargeBody } from './limit-body.ts';

/*
 * Forms with pictures. A form is written to a file while it comes, which may take minutes, and
 * takes memory from when it is whole until its call is answered: whoever sends slowly keeps nobody
 * from uploading.
 */

/** Seconds after which an upload that found no room is worth trying again. */
const RETRY_AFTER_SECONDS = 3;

/**
 * Bytes of whole forms in memory, and the calls that wait for room there, first come, first served.
 */
let bytesInMemory = 0;
const memoryQueue: { size: number; enter: () => void }[] = [];

/** Waits until there is room for so many bytes. Throws unavailable when too many wait already. */
async function reserveMemory(size: number): Promise<void> {
  if (memoryQueue.length === 0 && bytesInMemory + size <= MAX_UPLOAD_MEMORY_BYTES)
    bytesInMemory += size;
  else if (memoryQueue.length >= MAX_WAITING_UPLOADS)
    throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
  else await new Promise<void>((enter) => memoryQueue.push({ size, enter }));
}

function releaseMemory(size: number): void {
  bytesInMemory -= size;
  for (
    let next = memoryQueue[0];
    next && bytesInMemory + next.size <= MAX_UPLOAD_MEMORY_BYTES;
    next = memoryQueue[0]
  ) {
    bytesInMemory += next.size;
    memoryQueue.shift();
    next.enter();
  }
}

/** Bytes of forms in files: all together, and by the id of who sends them. */
let spooledBytes = 0;
const spooledBytesByUser = new Map<number, number>();

function addSpooledBytes(userId: number, bytes: number): void {
  spooledBytes += bytes;
  const userBytes = (spooledBytesByUser.get(userId) ?? 0) + bytes;
  if (userBytes > 0) spooledBytesByUser.set(userId, userBytes);
  else spooledBytesByUser.delete(userId);
}

interface SpoolFile {
  file: FileHandle;
  size: number;
}

/** A file without a name: it is gone when it is closed, however the process ends. */
async function openUnlinkedFile(dataDir: string): Promise<FileHandle> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, `form-${randomUUID()}.part`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}

/** Throws unavailable for what a full disk, or too many open files, say. */
function throwIfFull(error: unknown): never {
  if (
    ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')
  )
    throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
  throw error;
}

/**
 * Writes a body to a file. Throws tooLarge beyond `most` bytes, malformed when its sender goes, and
 * unavailable when this person, or all, have too much in files. What was counted of it stays in
 * `spool.size`, whatever is thrown.
 */
async function spoolBody(
  c: ApiContext,
  userId: number,
  maxBytes: number,
  spool: SpoolFile,
): Promise<void> {
  for await (const chunk of readBodyChunks(c, maxBytes)) {
    spool.size += chunk.byteLength;
    addSpooledBytes(userId, chunk.byteLength);
    if (
      spooledBytes > MAX_FORMS_BYTES ||
      (spooledBytesByUser.get(userId) ?? 0) > MAX_FORMS_BYTES_PER_USER
    )
      throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
    await spool.file.appendFile(chunk).catch(throwIfFull);
  }
}

async function readSpoolFile({ file, size }: SpoolFile): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(size);
  for (let offset = 0; offset < size; ) {
    const { bytesRead } = await file.read(bytes, offset, size - offset, offset);
    if (bytesRead === 0) throw new Error(`a form of ${size} bytes ends after ${offset}`);
    offset += bytesRead;
  }
  return bytes;
}

/**
 * What stands between the parts of a form. Throws unsupported for what is no form of parts: lists
 * of names and values may have millions.
 */
function parseBoundary(c: ApiContext): string {
  const type = c.req.header('content-type') ?? '';
  const [boundary, another] = [
    ...type.matchAll(/;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/gi),
  ];
  if (!/^multipart\/form-data\s*;/i.test(type) || !boundary || another)
    throw new AppError('unsupported');
  return `--${boundary[1] ?? boundary[2]}`;
}

/** Throws tooLarge when a form has more parts than any call needs. */
function rejectManyParts(form: Buffer, boundary: string): void {
  let parts = 0;
  for (
    let offset = form.indexOf(boundary);
    offset >= 0;
    offset = form.indexOf(boundary, offset + boundary.length)
  )
    if (++parts > MAX_FORM_PARTS) throw new AppError('tooLarge');
}

/**
 * Stands before a form of at most `bytes`, behind what knows the caller. Throws tooLarge, also for
 * too many parts, unsupported for another type, and unavailable while there is no room, on the disk
 * or in memory.
 */
export const limitFormBody = (bytes: number) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const { userId } = requireActor(c);
    const boundary = parseBoundary(c);
    rejectEncodedBody(c);
    await rejectLargeBody(c, bytes);
    const spool: SpoolFile = {
      file: await openUnlinkedFile(c.var.deps.env.DATA_DIR).catch(throwIfFull),
      size: 0,
    };
    try {
      await spoolBody(c, userId, bytes, spool);
      await reserveMemory(spool.size);
      try {
        const form = await readSpoolFile(spool);
        rejectManyParts(form, boundary);
        cacheBody(c, 'arrayBuffer', form.buffer);
        await next();
      } finally {
        releaseMemory(spool.size);
      }
    } finally {
      addSpooledBytes(userId, -spool.size);
      await spool.file.close();
    }
  });
