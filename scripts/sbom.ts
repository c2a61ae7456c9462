import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { printUsageIfAsked } from './cli/usage.ts';

const USAGE = `Lists the runtime packages with versions, licences and hashes as CycloneDX JSON (a software bill of materials).
It reads only package-lock.json and needs no network.

  npm run sbom -- --out sbom.json

  --out  the file; without it, the list is printed`;

interface Package {
  name: string;
  devDependencies?: unknown;
}
interface LockFile {
  packages: Record<string, { dev?: boolean; devDependencies?: unknown }>;
}

const readOwn = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8')) as Content;

/** Omits development dependencies. npm's option would also omit packages that both need. */
function writeWithoutDev(folder: string): Package {
  const { devDependencies: _, ...own } = readOwn<Package>('package.json');
  const lock = readOwn<LockFile>('package-lock.json');
  delete lock.packages['']?.devDependencies;
  for (const [path, { dev }] of Object.entries(lock.packages)) if (dev) delete lock.packages[path];
  writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  return own;
}

/** npm's SBOM of the lock file. Throws if npm fails. */
function listPackages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forum-sbom-'));
  try {
    const { name } = writeWithoutDev(folder);
    const { status, stdout, stderr, error } = spawnSync(
      'npm',
      'sbom --sbom-format cyclonedx --sbom-type application --package-lock-only'.split(' '),
      { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    if (status !== 0)
      throw new Error(`npm sbom failed; it needs npm 10 or newer: ${error ?? stderr}`);
    const list = JSON.parse(stdout) as { metadata: { component: { name: string } } };
    list.metadata.component.name = name; // npm takes the folder's
    return `${JSON.stringify(list, null, 2)}\n`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (!printUsageIfAsked(USAGE)) {
  const { out } = parseArgs({ options: { out: { type: 'string' } } }).values;
  if (out === undefined) process.stdout.write(listPackages());
  else writeFileSync(out, listPackages());
}
