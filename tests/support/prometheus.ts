import { existsSync } from 'node:fs';
import { aptInstall } from '../../scripts/install/apt-install.ts';

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const findProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));

/** A program of Prometheus, which is installed where it isn't; undefined where it can't be. */
export function ensurePrometheus(name: 'prometheus' | 'promtool'): string | undefined {
  if (!findProgram(name)) aptInstall('prometheus');
  return findProgram(name);
}
