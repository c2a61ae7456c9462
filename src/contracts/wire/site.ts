import { z } from 'zod';
import { int, jsonText } from './scalars.ts';

export const ConfigEntryWire = z
  .object({
    id: int,
    field: z.string(),
    value: jsonText,
  })
  .meta({ id: 'ConfigEntry' });
export type ConfigEntryWire = z.infer<typeof ConfigEntryWire>;

export const FlagReplyWire = z
  .object({
    code: int,
    msg: z.string(),
    data: z.boolean(),
  })
  .meta({ id: 'FlagReply' });
export type FlagReplyWire = z.infer<typeof FlagReplyWire>;

export const ReportKindWire = z.object({ id: int, type: z.string(), name: z.string(), name_en: z.string() }).meta({ id: 'ReportKind' });
export type ReportKindWire = z.infer<typeof ReportKindWire>;

export const ReportTypesReplyWire = z
  .object({
    code: int,
    data: z.array(ReportKindWire),
  })
  .meta({ id: 'ReportTypesReply' });
export type ReportTypesReplyWire = z.infer<typeof ReportTypesReplyWire>;

export const DoneWire = z
  .object({
    code: int,
    msg: z.string(),
  })
  .meta({ id: 'Done' });
export type DoneWire = z.infer<typeof DoneWire>;
