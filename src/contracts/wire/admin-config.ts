import { z } from 'zod';
import { isColour, isReadableColour, type Theme } from '../brand-colours.ts';
import {
  CONFIG_ENTRIES,
  CONFIG_NAMES,
  type ConfigField,
  type ConfigFields,
  type ConfigName,
} from '../config-entries.ts';
import { isHost, isLink, isUpload, MAX_LINK_CHARACTERS } from '../link-rules.ts';
import { INT_MAX, int, namedObject } from './field-types.ts';

/* Schemas of the public configuration (R34), derived from its registry. */

const line = (max: number) => z.string().trim().max(max);
const link = line(MAX_LINK_CHARACTERS).refine((text) => text === '' || isLink(text), 'not a link');

const upload = line(MAX_LINK_CHARACTERS).refine(
  (text) => text === '' || isUpload(text),
  'not an upload',
);
const colour = (theme: Theme) =>
  line(7)
    .toLowerCase()
    .refine((text) => text === '' || isColour(text), { message: 'not a colour', abort: true })
    .refine(
      (text) => text === '' || isReadableColour(text, theme),
      `hardly seen on ${theme} pages, or behind white`,
    );

/** Card fields have defaults: older programs omitted some. */
function toFieldSchema(field: ConfigField, isCard: boolean): z.ZodType {
  switch (field.kind) {
    case 'text': {
      if (field.isRequired) return line(field.maxLength).min(1);
      return isCard ? line(field.maxLength).default('') : line(field.maxLength);
    }
    case 'link':
      return link;
    case 'picture':
      if (field.isUpload) return upload;
      return isCard ? z.strictObject({ url: link }) : link;
    case 'colour':
      return colour(field.theme);
    case 'number':
      return z.int().min(field.min).max(field.max);
    case 'switch':
      return z.boolean();
    case 'choice':
      return isCard ? z.enum(field.options).default(field.options[0]) : z.enum(field.options);
    case 'hosts':
      return z
        .array(z.string().trim().toLowerCase().refine(isHost, 'not a host'))
        .max(field.max)
        .transform((hosts) => [...new Set(hosts)]);
    case 'cards':
      return z.array(z.object(toShape(field.fields, true))).max(field.max);
  }
}

const toShape = (fields: ConfigFields, isCard: boolean): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toFieldSchema(field, isCard)]),
  );

export const CONFIG_SCHEMAS = Object.fromEntries(
  CONFIG_NAMES.map((name) => [name, z.strictObject(toShape(CONFIG_ENTRIES[name].fields, false))]),
) as unknown as Readonly<Record<ConfigName, z.ZodType<Record<string, unknown>>>>;

export const AdminConfigWire = namedObject('AdminConfig', {
  field: z.string(),
  value: z.record(z.string(), z.unknown()),
  /** 0 before the first save. */
  version: int,
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
  /** Published pages that show it. */
  pages: int,
});
export type AdminConfigWire = z.infer<typeof AdminConfigWire>;

export const SaveConfigWire = namedObject('SaveConfig', {
  value: z.record(z.string(), z.unknown()),
  version: z.int().min(0).max(INT_MAX),
});

export const SavedConfigWire = z
  .object({ version: int, pages: int, job: int.nullable() })
  .meta({
    id: 'SavedConfig',
    description:
      '`pages`: the number of pages to re-render. `job`: the id of the job that sanitizes earlier posts with the new hosts',
  });
export type SavedConfigWire = z.infer<typeof SavedConfigWire>;
