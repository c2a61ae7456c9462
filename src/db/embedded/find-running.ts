import { getDataFolder, readPassword, toEmbeddedUrl } from './data-folder.ts';
import { readPostmaster } from './postmaster.ts';

/** The URL of the PostgreSQL that runs for `dataDir`; undefined if none does. */
export function findRunningPostgres(dataDir: string): string | undefined {
  const running = readPostmaster(getDataFolder(dataDir));
  if (!running) return undefined;
  try {
    return toEmbeddedUrl(readPassword(dataDir), running.port);
  } catch {
    return undefined;
  }
}
