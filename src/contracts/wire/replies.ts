import { z } from 'zod';
import { dataReply, int, jsonText } from './field-types.ts';

export const ConfigEntryWire = z
  .object({
    id: int,
    field: z.string(),
    value: jsonText,
  })
  .meta({ id: 'ConfigEntry' });
export type ConfigEntryWire = z.infer<typeof ConfigEntryWire>;

export const BooleanReplyWire = dataReply('FlagReply', z.boolean());
export type BooleanReplyWire = z.infer<typeof BooleanReplyWire>;

export const ReportKindWire = z
  .object({ id: int, type: z.string(), name: z.string(), name_en: z.string() })
  .meta({ id: 'ReportKind' });
export type ReportKindWire = z.infer<typeof ReportKindWire>;

export const ReportKindsReplyWire = z
  .object({
    code: int,
    /** Names in the request's language, by the number that goes back as report_type. */
    data: z.record(z.string(), z.string()),
    /** The same with their codes. */
    kinds: z.array(ReportKindWire),
  })
  .meta({ id: 'ReportTypesReply' });
export type ReportKindsReplyWire = z.infer<typeof ReportKindsReplyWire>;

export const OkReplyWire = z
  .object({
    code: int,
    msg: z.string(),
  })
  .meta({ id: 'Done' });
export type OkReplyWire = z.infer<typeof OkReplyWire>;

export const CreatedReportReplyWire = dataReply('ReportedReply', z.object({ id: int }));

/** `url` ends the provider's session too. */
export const LogoutReplyWire = z
  .object({ code: z.literal(0), msg: z.string(), url: z.url() })
  .meta({ id: 'LogoutReply' });
