import { z } from 'zod';
import { dataReply, int, jsonText, namedObject } from './field-types.ts';

export const ConfigEntryWire = namedObject('ConfigEntry', {
  id: int,
  field: z.string(),
  value: jsonText,
});
export type ConfigEntryWire = z.infer<typeof ConfigEntryWire>;

export const BooleanReplyWire = dataReply('FlagReply', z.boolean());

export const ReportKindWire = namedObject('ReportKind', {
  id: int,
  type: z.string(),
  name: z.string(),
  name_en: z.string(),
});
export type ReportKindWire = z.infer<typeof ReportKindWire>;

export const ReportKindsReplyWire = namedObject('ReportTypesReply', {
  code: int,
  /** Names in the request's language, by report_type. */
  data: z.record(z.string(), z.string()),
  kinds: z.array(ReportKindWire),
});
export type ReportKindsReplyWire = z.infer<typeof ReportKindsReplyWire>;

export const OkReplyWire = namedObject('Done', { code: int, msg: z.string() });
export type OkReplyWire = z.infer<typeof OkReplyWire>;

export const CreatedReportReplyWire = dataReply('ReportedReply', z.object({ id: int }));

/** `url` ends the provider's session too. */
export const LogoutReplyWire = namedObject('LogoutReply', {
  code: z.literal(0),
  msg: z.string(),
  url: z.url(),
});
