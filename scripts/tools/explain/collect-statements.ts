import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listenToStatements, type RegisteredStatement } from '#db/statement.ts';

const rootFolder = join(import.meta.dirname, '../../..');
const sourceFolder = join(rootFolder, 'src');

export interface CollectedStatement extends RegisteredStatement {
  /** File and constant: `domain/content/post/insert-reply.ts insertReply`. */
  id: string;
}

export interface LocatedStatement extends CollectedStatement {
  /** File, line and column of its call: `domain/content/post/insert-reply.ts:20:28`. */
  position: string;
}

/** Modules that run when loaded, or need the built server or Astro. */
const UNLOADABLE =
  /^(?:fetch\.ts|server\/|pages\/|views\/|islands\/|client\/|domain\/message\/sanitizer-worker\.ts)/;
const MAKES_STATEMENTS = /\b(?:statement|unpreparedStatement)(?:<|\()/;

/** The constant around a line of a file. */
function constantAt(file: string, line: number): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  for (let at = line - 1; at >= 0; at--) {
    const [, name] = /^(?:export )?(?:const|function) (\w+)/.exec(lines[at] as string) ?? [];
    if (name) return name;
  }
  return `line ${line}`;
}

/** Our file and line that is registering a statement. */
function findMaker(): Pick<LocatedStatement, 'id' | 'position'> {
  const frames = (new Error().stack ?? '').split('\n');
  for (const frame of frames) {
    const [, file, line, column] = /(?:file:\/\/)?(\/[^():]+):(\d+):(\d+)/.exec(frame) ?? [];
    if (!file?.startsWith(sourceFolder) || file.endsWith('db/statement.ts')) continue;
    const path = relative(sourceFolder, file);
    return {
      id: `${path} ${constantAt(file, Number(line))}`,
      position: `${path}:${line}:${column}`,
    };
  }
  throw new Error('A statement was made outside of src.');
}

/** All statements that the product's modules register when loaded. */
export async function collectStatements(): Promise<LocatedStatement[]> {
  const collected: LocatedStatement[] = [];
  Error.stackTraceLimit = 30;
  listenToStatements((registered) => collected.push({ ...registered, ...findMaker() }));
  const files = readdirSync(sourceFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(sourceFolder, join(entry.parentPath, entry.name)))
    .filter((file) => !UNLOADABLE.test(file))
    .sort();
  for (const file of files)
    if (MAKES_STATEMENTS.test(readFileSync(join(sourceFolder, file), 'utf8')))
      await import(pathToFileURL(join(sourceFolder, file)).href);
  return collected;
}
