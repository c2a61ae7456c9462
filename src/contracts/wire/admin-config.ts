import { z } from 'zod';
import { INT_MAX, int } from './field-types.ts';

/* What may stand in the public configuration (R34). */

const line = (max: number) => z.string().trim().max(max);
/**
 * A page of this site or an address of the web; nothing that runs, and nothing that only looks like
 * this site.
 */
export const isLink = (text: string): boolean =>
  /^\/(?![/\\])[^\s\\]*$/.test(text) ||
  (/^https?:\/\//i.test(text) && !/[\s\\]/.test(text) && URL.canParse(text));
const link = line(500).refine((text) => text === '' || isLink(text), 'not a link');
const picture = z.strictObject({ url: link });
const language = z.enum(['zh', 'en', 'all']);

export const DEVICES = ['pc', 'phone', 'weapp', 'all'] as const;
/** A name with at least two labels: a top-level domain alone would let half of the web in. */
export const isHost = (text: string): boolean =>
  text.length <= 253 &&
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(text);

export const CONFIG_VALUES = {
  notify: z.strictObject({
    text: line(200),
    text_en: line(200),
    link,
    level: z.enum(['info', 'warn']),
  }),
  activities: z.strictObject({
    cards: z
      .array(
        z.object({
          title: line(80).min(1),
          text: line(80).default(''),
          link,
          img: picture,
          language: language.default('all'),
        }),
      )
      .max(30),
  }),
  carousel: z.strictObject({
    cards: z
      .array(
        z.object({
          label: line(20).default(''),
          title: line(60).min(1),
          text: line(160).default(''),
          action: line(30).default(''),
          link,
          language: language.default('all'),
          device: z.enum(DEVICES).default('pc'),
          img: picture,
        }),
      )
      .max(40),
  }),
  weixin_share: z.strictObject({
    debug: z.boolean(),
    title_max_length: z.int().min(5).max(100),
    title_suffix: line(40),
    daemon: line(200),
    default_img: link,
  }),
  iframe_allow: z.strictObject({
    daemon: z
      .array(z.string().trim().toLowerCase().refine(isHost, 'not a host'))
      .max(50)
      .transform((hosts) => [...new Set(hosts)]),
  }),
} as const;
export type ConfigName = keyof typeof CONFIG_VALUES;
export type ConfigValue<Name extends ConfigName> = z.output<(typeof CONFIG_VALUES)[Name]>;

export const AdminConfigWire = z
  .object({
    field: z.string(),
    value: z.record(z.string(), z.unknown()),
    /** 0 when nobody has saved it yet. */
    version: int,
    updated_at: z.string().nullable(),
    updated_by: z.string().nullable(),
    /** Published pages that show it. */
    pages: int,
  })
  .meta({ id: 'AdminConfig' });
export type AdminConfigWire = z.infer<typeof AdminConfigWire>;

export const SaveConfigWire = z
  .object({ value: z.record(z.string(), z.unknown()), version: z.int().min(0).max(INT_MAX) })
  .meta({ id: 'SaveConfig' });

export const SavedConfigWire = z.object({ version: int, pages: int, job: int.nullable() }).meta({
  id: 'SavedConfig',
  description:
    '`pages` are rendered again; `job` sanitizes what was written under the former hosts',
});
export type SavedConfigWire = z.infer<typeof SavedConfigWire>;
