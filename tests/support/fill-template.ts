import { spawnSync } from 'node:child_process';
import { aptInstall } from '../../scripts/install/apt-install.ts';

/** Installs Debian's envsubst if it is missing. Returns the reason if that fails. */
export const ensureEnvsubst = (): string | undefined =>
  spawnSync('envsubst', ['--version']).status === 0 ? undefined : aptInstall('gettext-base');

/** Replaces the variables `values` of a template of scripts/deploy, with the documented program. */
export function fillTemplate(template: string, values: Record<string, string>): string {
  const names = Object.keys(values).map((name) => `$${name}`);
  const { status, stdout, stderr } = spawnSync('envsubst', [names.join(' ')], {
    input: template,
    env: { ...process.env, ...values },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`envsubst failed: ${stderr}`);
  return stdout;
}
