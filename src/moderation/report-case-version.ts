/**
 * The version of a report case: it changes when a moderator claims it, or when another user reports
 * the same post.
 */
export function getReportCaseVersion(
  open: readonly { id: number; takenBy: number | null }[],
): string {
  const takenBy = open.find((report) => report.takenBy !== null)?.takenBy ?? 0;
  return `${takenBy}.${Math.max(0, ...open.map((report) => report.id))}`;
}
