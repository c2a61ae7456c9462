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
 * Forms with pictures. A form is written to a file while it arrives, which may take minutes. It
 * takes memory only from its end until its call is answered: slow senders don't keep others from
 * uploading.
 */

/** Seconds after which an upload that was refused for lack of space may be repeated. */
const RETRY_AFTER_SECONDS = 3;

/** By the bytes of forms in memory. One person has one of them, so that nobody fills it alone. */
const withFormMemory = createFairLimit({
  slot: 'forms',
  capacity: MAX_UPLOAD_MEMORY_BYTES,
  maxPerPerson: 1,
  maxWaiting: MAX_WAITING_UPLOADS,
  createRefusal: () => new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS }),
});

/** Bytes of forms in files: in total, and by the sender's id. */
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

/** An unlinked file: it disappears when it is closed, however the process ends. */
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

/** Turns errors of a full disk or of too many open files into unavailable. */
function throwIfFull(error: unknown): never {
  if (
    ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')
  )
    throw new AppError('unavailable', { retryAfter: RETRY_AFTER_SECONDS });
  throw error;
}

/**
 * Writes a body to a file. Throws tooLarge beyond `maxBytes`, malformed when the sender
 * disconnects, and unavailable when the sender, or all together, have too much in files. The bytes
 * written are in `spool.size`, also when it throws.
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
 * The boundary between the parts of a form. Throws unsupported for other forms: lists of names and
 * values may have millions of entries.
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

/** Throws tooLarge when a form has too many parts. */
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
 * Checks a form of at most `bytes`, after the caller is known. Throws tooLarge, also for too many
 * parts, unsupported for another type, and unavailable while there is no space on the disk or in
 * memory.
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
