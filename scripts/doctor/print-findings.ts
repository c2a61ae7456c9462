import type { Finding, FindingKind } from './finding.ts';

const KINDS: readonly FindingKind[] = ['ok', 'warning', 'problem', 'skipped'];

const isWrong = ({ finding }: Finding): boolean => finding === 'warning' || finding === 'problem';

/** An ignored finding counts as ignored only. */
const kindOf = (one: Finding): FindingKind | 'ignored' =>
  one.ignored && isWrong(one) ? 'ignored' : one.finding;

type Counts = Record<ReturnType<typeof kindOf>, number>;

const countKinds = (findings: readonly Finding[]): Counts =>
  Object.fromEntries(
    [...KINDS, 'ignored'].map((kind) => [
      kind,
      findings.filter((finding) => kindOf(finding) === kind).length,
    ]),
  ) as Counts;

/** Whether nothing is wrong except ignored findings. */
export const isAllRight = (findings: readonly Finding[]): boolean =>
  findings.every((finding) => !isWrong(finding) || finding.ignored);

export const toJson = (findings: readonly Finding[]): string =>
  JSON.stringify(
    { ok: isAllRight(findings), counts: countKinds(findings), findings: [...findings] },
    undefined,
    2,
  );

const KIND_WIDTH = Math.max(...KINDS.map((kind) => kind.length)) + 2;

function toLines(finding: Finding, idWidth: number): string[] {
  const { id, sentence, advice, ignored } = finding;
  const head = `${finding.finding.padEnd(KIND_WIDTH)}${id.padEnd(idWidth)}${sentence}`;
  if (!isWrong(finding)) return [head];
  return ignored ? [`${head} (ignored)`] : [head, `${' '.repeat(KIND_WIDTH + idWidth)}→ ${advice}`];
}

function summarize(findings: readonly Finding[]): string {
  const { ok, warning, problem, skipped, ignored } = countKinds(findings);
  const parts = [
    `${ok} right`,
    `${problem} ${problem === 1 ? 'problem' : 'problems'}`,
    `${warning} ${warning === 1 ? 'warning' : 'warnings'}`,
    `${skipped} skipped`,
    ...(ignored > 0 ? [`${ignored} ignored`] : []),
  ];
  return `${isAllRight(findings) ? 'No problems' : 'Problems found'}: ${parts.join(', ')}.`;
}

/** One line per finding, with advice below problems. */
export function toText(findings: readonly Finding[]): string {
  const idWidth = Math.max(...findings.map(({ id }) => id.length)) + 2;
  return [
    ...findings.flatMap((finding) => toLines(finding, idWidth)),
    '',
    summarize(findings),
  ].join('\n');
}
