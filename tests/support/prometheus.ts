import { existsSync } from 'node:fs';
import { aptInstall } from '../../scripts/install/apt-install.ts';

const FOLDERS = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const findProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));

/** Path of a Prometheus program, installed if missing; undefined if that fails. */
export function ensurePrometheus(name: 'prometheus' | 'promtool'): string | undefined {
  if (!findProgram(name)) aptInstall('prometheus');
  return findProgram(name);
}
