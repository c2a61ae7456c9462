import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createMiddleware } from 'hono/factory';
import { requireActor } from '#auth/guards.ts';
import { AppError } from '#contracts/errors.ts';
import { createFairLimit } from '#platform/fair-limit.ts';
import {
  MAX_FORM_PARTS,
  MAX_FORMS_BYTES,
  MAX_FORMS_BYTES_PER_USER,
  MAX_UPLOAD_MEMORY_BYTES,
  MAX_WAITING_UPLOADS,
} from '#platform/limits.ts';
import type { ApiContext, ApiEnv } from '../context.ts';
import { cacheBody, readBodyChunks, rejectEncodedBody, rejectLargeBody } from './limit-body.ts';

/*
 * Forms with pictures. A form is written to a file while it arrives, possibly for minutes. It uses
 * memory only from its end to the response, so slow clients don't block uploads.
 */

/** Retry-After in seconds of an upload refused for lack of space. */
const RETRY_AFTER_SECONDS = 3;

/** Limited by bytes of forms in memory, one form per person. */
const withFormMemory = createFairLimit({
  slot: 'forms',
  capacity: MAX_UPLOAD_MEMORY_BYTES,
  maxPerPerson: 1,
  maxWaiting: MAX_WAITING_UPLOADS,
  createRefusal: () => new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS }),
});

/** Bytes of forms on disk: in total, and by user id. */
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

/** An unlinked file: the system deletes it even if the process is killed. */
async function openUnlinkedFile(dataDir: string): Promise<FileHandle> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, `form-${randomUUID()}.part`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
  } catch (error) {
    await file.close();
    throw error;
  }
  return file;
}

/** Turns a full disk or too many open files into unavailable. */
function throwIfFull(error: unknown): never {
  if (
    ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')
  )
    throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
  throw error;
}

/**
 * Writes a body to a file and counts it in `spool.size`, also on errors. Throws tooLarge, malformed
 * if the client disconnects, and unavailable if the user's or all forms exceed the limit.
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

/** The boundary of a multipart form. Throws unsupported for urlencoded and other forms. */
function parseBoundary(c: ApiContext): string {
  const type = c.req.header('content-type') ?? '';
  const [boundary, another] = [
    ...type.matchAll(/;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/gi),
  ];
  if (!/^multipart\/form-data\s*;/i.test(type) || !boundary || another)
    throw new AppError('unsupported');
  return `--${boundary[1] ?? boundary[2]}`;
}

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
 * Checks a form after the caller is known. Throws tooLarge (bytes or parts), unsupported for
 * another type, and unavailable without space on disk or in memory.
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
      const answer = async () => {
        const form = await readSpoolFile(spool);
        rejectManyParts(form, boundary);
        cacheBody(c, 'arrayBuffer', form.buffer);
        await next();
      };
      const share = { person: userId, address: c.var.ip };
      await withFormMemory(answer, share, { size: spool.size, signal: c.req.raw.signal });
    } finally {
      addSpooledBytes(userId, -spool.size);
      await spool.file.close();
    }
  });
