import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { extract } from 'tar-stream';
import type { z } from 'zod';
import { ConfigError } from '#platform/env.ts';
import { BackupInfo } from './archive.ts';

/* Readers for the parts of a backup. */

export const damagedError = (what: string) =>
  new ConfigError(`The backup is damaged: ${what}. Nothing was restored.`);

/** A JSON entry of the archive. */
export async function readJson<T extends z.ZodType>(
  type: T,
  stream: Readable,
  name: string,
): Promise<z.infer<T>> {
  let content: unknown;
  try {
    content = JSON.parse(await text(stream));
  } catch {
    throw damagedError(`${name} is unreadable`);
  }
  const parsed = type.safeParse(content);
  if (!parsed.success)
    throw new ConfigError(
      `This backup ${parsed.error.issues[0]?.path[0] === 'format' ? parsed.error.issues[0].message : `has an invalid ${name}`}.`,
    );
  return parsed.data;
}

/** Calls back for each file of an archive. Throws ConfigError if it is damaged. */
export async function forEachEntry(
  file: string,
  work: (name: string, stream: Readable) => Promise<void>,
): Promise<void> {
  const source = createReadStream(file);
  const tar = extract();
  source.on('error', (error) => tar.destroy(error));
  source.pipe(tar);
  try {
    for await (const entry of tar) {
      if (entry.header.type === 'file') await work(entry.header.name, Readable.from(entry));
      else entry.resume();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (
      /^Z_|ERR_STREAM_PREMATURE_CLOSE/.test(code ?? '') ||
      /tar|Unexpected end|premature/i.test(message)
    )
      throw damagedError(message);
    throw error;
  } finally {
    source.destroy();
  }
}

/** Reads only the backup's description. */
export async function readAbout(file: string): Promise<BackupInfo> {
  let about: BackupInfo | undefined;
  const enough = new Error('enough');
  await forEachEntry(file, async (name, stream) => {
    if (name !== 'about.json')
      throw damagedError('it does not start with about.json; is it a backup of the forum');
    about = await readJson(BackupInfo, stream, name);
    throw enough;
  }).catch((error: unknown) => {
    if (error !== enough) throw error;
  });
  if (!about) throw damagedError('it is empty');
  return about;
}
