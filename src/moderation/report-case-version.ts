/** What changes when somebody claims the reports of a post, or somebody else reports it. */
export function getReportCaseVersion(
  open: readonly { id: number; takenBy: number | null }[],
): string {
  const takenBy = open.find((report) => report.takenBy !== null)?.takenBy ?? 0;
  return `${takenBy}.${Math.max(0, ...open.map((report) => report.id))}`;
}
