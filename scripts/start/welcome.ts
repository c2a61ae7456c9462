import { ADMIN_ROOT } from '#contracts/admin.ts';
import { parseBucketUrl } from '#platform/bucket-url.ts';
import type { Env } from '#platform/env.ts';
import { formatPeriod } from '#platform/period.ts';
import type { ClaimAddress } from './claim-address.ts';
import { measureColumns } from './terminal.ts';

/* The last lines of a start: addresses and how to log in. */

/** Seeded users by role. */
export const DEMO_PEOPLE = {
  administrators: ['若谷', 'Jonas Weber'],
  moderators: ['尺规作图', '打包匠人'],
  members: ['林间小路', 'Marta Oliveira'],
} as const;

/** Where pages are: the bucket without its key, or the folder. */
const describePages = ({ PAGES_URL, SITE_DIR }: Env): string =>
  PAGES_URL ? parseBucketUrl(PAGES_URL).address : SITE_DIR;

/** Short text for output that is read later. `backupMs`: 0 for no backups. */
export function welcomeText(env: Env, claim: ClaimAddress, backupMs: number): string {
  const login = env.OIDC_ISSUER
    ? `Log in with ${env.OIDC_ISSUER}`
    : 'Select "登录 / Log in" and pick a demo account, e.g. 若谷 (administrator) or 林间小路 (member)';
  const first = claim.address
    ? `This forum has no administrator yet. Open this link and log in to become the first one. It works once; keep it private.\n  ${claim.address}`
    : claim.startedEmpty
      ? 'Select "登录 / Log in" to log in'
      : login;
  const backup = backupMs
    ? `\n  A backup every ${formatPeriod(backupMs)}, the last ${env.BACKUP_KEEP} of them, in ${env.DATA_DIR}/backups`
    : '';
  return `\n  The forum is at ${env.SITE_URL}\n  ${first}\n  Data: ${env.DATA_DIR}  Pages: ${describePages(env)}${backup}\n  Stop with Ctrl-C\n\n`;
}

function alignPairs(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...pairs.map(([name]) => measureColumns(name)));
  return pairs.map(([name, value]) => name + ' '.repeat(width - measureColumns(name) + 2) + value);
}

function describeLogin(env: Env, claim: ClaimAddress): string[] {
  if (claim.address)
    return [
      'It has no administrator yet. To become the first one, open this link',
      'and log in. It works once; keep it private.',
      '',
      claim.address,
    ];
  if (env.OIDC_ISSUER) return [`Log in with ${env.OIDC_ISSUER}`];
  if (claim.startedEmpty) return ['To log in, select “登录 / Log in”.'];
  const people = Object.entries(DEMO_PEOPLE).map(
    ([kind, names]) => [`  ${kind}`, names.join(', ')] as const,
  );
  return ['To log in, select “登录 / Log in” and pick a demo account:', ...alignPairs(people)];
}

/** The lines of a terminal's box; the first is its heading. */
export function welcomeLines(
  env: Env,
  claim: ClaimAddress,
  backupMs: number,
  logPath: string,
): string[] {
  const backups = `every ${formatPeriod(backupMs)}, the last ${env.BACKUP_KEEP}, in ${env.DATA_DIR}/backups`;
  return [
    `The forum is ready: ${env.SITE_URL}`,
    '',
    ...describeLogin(env, claim),
    '',
    ...alignPairs([
      ...(claim.address ? [] : [['Admin area', env.SITE_URL + ADMIN_ROOT] as const]),
      ['Data', env.DATA_DIR],
      ...(backupMs ? [['Backups', backups] as const] : []),
      ['Log', logPath],
      ['Stop', 'Ctrl+C'],
    ]),
  ];
}
