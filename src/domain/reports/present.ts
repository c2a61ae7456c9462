import { isReportKind, REPORT_KINDS, type ReportKind } from '#contracts/report-kinds.ts';
import type { ReportKindsReplyWire } from '#contracts/wire/replies.ts';

/** Old clients read `data` by numbers from 1 (10 requires a custom reason), ours read `kinds`. */
export const toReportKindsWire = (lang: 'zh' | 'en'): Omit<ReportKindsReplyWire, 'code'> => ({
  data: Object.fromEntries(
    REPORT_KINDS.map((kind, index) => [
      String(index + 1),
      lang === 'en' ? kind.name_en : kind.name,
    ]),
  ),
  kinds: REPORT_KINDS.map((kind, index) => ({ id: index + 1, ...kind })),
});

/** A kind by number or code; undefined if unknown. */
export function toReportKind(value: string | number): ReportKind | undefined {
  const text = String(value);
  return /^[1-9]\d?$/.test(text)
    ? REPORT_KINDS[Number(text) - 1]?.type
    : isReportKind(text)
      ? text
      : undefined;
}
