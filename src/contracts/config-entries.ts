import type { Theme } from './brand-colours.ts';
import { DEFAULT_CANNED_REASONS, MAX_CANNED_REASONS } from './canned-reasons.ts';
import { LANGS, type Lang } from './language.ts';

/*
 * The public configuration (R34), from which the API's schema and the administrators' form derive.
 * A new entry needs an object here and code that reads it. It also needs texts in both dictionaries
 * (admin.config.name and text; field and hint for new field names).
 */

export type ConfigField =
  | {
      kind: 'text';
      maxLength: number;
      rows?: number;
      /** The text's language. */
      lang?: Lang;
      isRequired?: true;
    }
  /** A path of this site, a web address, or ''. */
  | { kind: 'link' }
  /** A picture's address or ''. `isUpload`: only uploads, because the forum draws with it. */
  | { kind: 'picture'; isUpload?: true }
  /** `#rrggbb` with enough contrast in the theme, or '' for the default. */
  | { kind: 'colour'; theme: Theme }
  | { kind: 'number'; min: number; max: number; initial: number }
  | { kind: 'switch' }
  /** `texts`: dictionary group of the options, below admin.config. */
  | { kind: 'choice'; options: readonly [string, ...string[]]; texts: string }
  /** Host names, including their subdomains. */
  | { kind: 'hosts'; max: number }
  /** An ordered list; pictures are stored as `{url}`. `item` selects the form's texts. */
  | { kind: 'cards'; max: number; fields: ConfigFields; item?: 'reason' };

/** By name in the stored value. */
export type ConfigFields = Readonly<
  Record<
    string,
    ConfigField & {
      /** Keys of the label's and the hint's text, by default the field's name. */
      label?: string;
      hint?: string;
      /** Rarely changed: the form shows it below "More". */
      isUnderMore?: true;
    }
  >
>;

export interface ConfigEntry {
  fields: ConfigFields;
  /** Default value; without it all fields are empty. */
  initial?: Readonly<Record<string, unknown>>;
  /** It controls scripts in readers' browsers: saving needs a login of the last ten minutes. */
  needsFreshLogin?: true;
  /** The job that saving starts. */
  job?: 'resanitize';
  /** No page shows it: the form doesn't count pages. */
  isOnNoPage?: true;
  /** All pages show it: re-render them gradually in the background. */
  isOnEveryPage?: true;
}

const LANGUAGE_FIELD = {
  kind: 'choice',
  options: ['all', ...LANGS],
  texts: 'lang',
} as const satisfies ConfigField;

/** In the administrators' order. */
export const CONFIG_ENTRIES = {
  notify: {
    fields: {
      text: { kind: 'text', maxLength: 200, rows: 2, lang: 'zh', hint: 'text' },
      text_en: { kind: 'text', maxLength: 200, rows: 2, lang: 'en' },
      link: { kind: 'link' },
      level: { kind: 'choice', options: ['info', 'warn'], texts: 'level' },
    },
  },
  carousel: {
    fields: {
      cards: {
        kind: 'cards',
        max: 40,
        fields: {
          title: { kind: 'text', maxLength: 60, isRequired: true },
          label: { kind: 'text', maxLength: 20, hint: 'label' },
          text: { kind: 'text', maxLength: 160, rows: 2, label: 'cardText' },
          action: { kind: 'text', maxLength: 30 },
          link: { kind: 'link' },
          language: LANGUAGE_FIELD,
          device: { kind: 'choice', options: ['pc', 'phone', 'weapp', 'all'], texts: 'device' },
          img: { kind: 'picture', hint: 'img.carousel' },
        },
      },
    },
  },
  activities: {
    fields: {
      cards: {
        kind: 'cards',
        max: 30,
        fields: {
          title: { kind: 'text', maxLength: 80, isRequired: true },
          text: { kind: 'text', maxLength: 80, label: 'cardText' },
          link: { kind: 'link' },
          language: LANGUAGE_FIELD,
          img: { kind: 'picture', hint: 'img.activities' },
        },
      },
    },
  },
  weixin_share: {
    fields: {
      title_max_length: { kind: 'number', min: 5, max: 100, initial: 30 },
      title_suffix: { kind: 'text', maxLength: 40 },
      daemon: { kind: 'text', maxLength: 200, hint: 'daemon' },
      default_img: { kind: 'picture', hint: 'default_img' },
      debug: { kind: 'switch', hint: 'debug' },
    },
  },
  iframe_allow: {
    fields: { daemon: { kind: 'hosts', max: 50, label: 'hosts' } },
    needsFreshLogin: true,
    job: 'resanitize',
  },
  search_words: {
    fields: { groups: { kind: 'text', maxLength: 20_000, rows: 16, hint: 'groups' } },
    isOnNoPage: true,
  },
  reasons: {
    fields: {
      cards: {
        kind: 'cards',
        max: MAX_CANNED_REASONS,
        item: 'reason',
        label: 'reasons',
        fields: {
          title: {
            kind: 'text',
            maxLength: 20,
            lang: 'zh',
            isRequired: true,
            label: 'reasonTitle',
          },
          title_en: { kind: 'text', maxLength: 30, lang: 'en', label: 'reasonTitle_en' },
          text: {
            kind: 'text',
            maxLength: 300,
            rows: 2,
            lang: 'zh',
            label: 'reasonText',
            hint: 'reasonText',
          },
          text_en: { kind: 'text', maxLength: 300, rows: 2, lang: 'en', label: 'reasonText_en' },
        },
      },
    },
    initial: { cards: DEFAULT_CANNED_REASONS },
    isOnNoPage: true,
  },
  brand: {
    fields: {
      name: { kind: 'text', maxLength: 40, lang: 'zh', label: 'brandName', hint: 'brandName' },
      name_en: { kind: 'text', maxLength: 40, lang: 'en', label: 'brandName_en' },
      site_name: { kind: 'text', maxLength: 20, lang: 'zh', hint: 'site_name' },
      site_name_en: { kind: 'text', maxLength: 20, lang: 'en' },
      mark: { kind: 'picture', isUpload: true, hint: 'mark' },
      colour: { kind: 'colour', theme: 'light', hint: 'colour' },
      colour_dark: { kind: 'colour', theme: 'dark', hint: 'colour_dark', isUnderMore: true },
      icp: { kind: 'text', maxLength: 60, hint: 'icp', isUnderMore: true },
      police: { kind: 'text', maxLength: 60, hint: 'police', isUnderMore: true },
      operator: { kind: 'text', maxLength: 80, lang: 'zh', hint: 'operator', isUnderMore: true },
      operator_en: { kind: 'text', maxLength: 80, lang: 'en', isUnderMore: true },
      contact: { kind: 'text', maxLength: 200, hint: 'contact', isUnderMore: true },
      terms: { kind: 'link', hint: 'terms', isUnderMore: true },
      title: {
        kind: 'text',
        maxLength: 60,
        lang: 'zh',
        label: 'brandTitle',
        hint: 'derived',
        isUnderMore: true,
      },
      title_en: {
        kind: 'text',
        maxLength: 60,
        lang: 'en',
        label: 'brandTitle_en',
        isUnderMore: true,
      },
      suffix: { kind: 'text', maxLength: 60, lang: 'zh', hint: 'suffix', isUnderMore: true },
      suffix_en: { kind: 'text', maxLength: 60, lang: 'en', isUnderMore: true },
      keywords: { kind: 'text', maxLength: 200, lang: 'zh', hint: 'keywords', isUnderMore: true },
      keywords_en: { kind: 'text', maxLength: 200, lang: 'en', isUnderMore: true },
      description: {
        kind: 'text',
        maxLength: 200,
        rows: 2,
        lang: 'zh',
        hint: 'description',
        isUnderMore: true,
      },
      description_en: { kind: 'text', maxLength: 200, rows: 2, lang: 'en', isUnderMore: true },
    },
    isOnEveryPage: true,
  },
} as const satisfies Record<string, ConfigEntry>;

export type ConfigName = keyof typeof CONFIG_ENTRIES;
export const CONFIG_NAMES = Object.keys(CONFIG_ENTRIES) as [ConfigName, ...ConfigName[]];

/** The entry under its general type. */
export const getConfigEntry = (name: ConfigName): ConfigEntry => CONFIG_ENTRIES[name];

/** The empty value of an entry or a card. */
export function toEmptyConfigValue(
  fields: ConfigFields,
  options: { isCard?: boolean } = {},
): Record<string, unknown> {
  const toEmpty = (field: ConfigField): unknown => {
    switch (field.kind) {
      case 'number':
        return field.initial;
      case 'switch':
        return false;
      case 'choice':
        return field.options[0];
      case 'hosts':
      case 'cards':
        return [];
      case 'picture':
        return options.isCard ? { url: '' } : '';
      default:
        return '';
    }
  };
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toEmpty(field)]));
}

/** The default value (R34). */
export function toInitialConfigValue(name: ConfigName): Readonly<Record<string, unknown>> {
  const { initial, fields } = getConfigEntry(name);
  return initial ?? toEmptyConfigValue(fields);
}
