import { type BrandColours, isColour, toDarkColour } from './brand-colours.ts';
import type { Lang } from './language.ts';

/* The brand (R9, R10): defaults, the configuration entry `brand`, and derived texts. */

export interface BrandTexts {
  /** For pages without a title. */
  title: string;
  /** Appended to page titles. */
  suffix: string;
  vendor: string;
  /** Shown next to the mark in the header. */
  siteName: string;
  keywords: string;
  description: string;
}

/** A brand's look and operator. */
export interface BrandLook {
  /** Of the saved entry; 0 for none. */
  version: number;
  /** A picture's address; '' for the default mark. */
  mark: string;
  /** Undefined for those of styles/tokens.css. */
  colours: BrandColours | undefined;
  /** Registration numbers of a site in China, or ''. */
  icp: string;
  police: string;
  operator: Record<Lang, string>;
  /** A mail address, a link, or ''. */
  contact: string;
  /** An address, or ''. */
  terms: string;
}

export type BrandNames = Record<Lang, BrandTexts>;
export interface Brand extends BrandNames {
  look: BrandLook;
}

const DEFAULT_LOOK: BrandLook = {
  version: 0,
  mark: '',
  colours: undefined,
  icp: '',
  police: '',
  operator: { zh: '', en: '' },
  contact: '',
  terms: '',
};

const lantu: BrandNames = {
  zh: {
    title: '蓝图系统社区',
    suffix: '－社区－蓝图系统',
    vendor: '蓝图系统',
    siteName: '社区',
    keywords: '蓝图系统,操作系统,社区,论坛,问答,驱动,软件,教程',
    description: '蓝图系统用户与开发者的社区：提问、排错、教程、软件与硬件讨论，中英文一起看。',
  },
  en: {
    title: 'Lantu OS Community',
    suffix: ' - Community - Lantu OS',
    vendor: 'Lantu OS',
    siteName: 'Community',
    keywords: 'Lantu OS,operating system,community,forum,help,drivers,software,guides',
    description:
      'Where users and developers of Lantu OS meet: questions, fixes, guides, software and hardware, in Chinese and English.',
  },
};

const uniontech: BrandNames = {
  zh: {
    title: '统信软件论坛',
    suffix: '－论坛－统信软件',
    vendor: '统信软件',
    siteName: '论坛',
    keywords: '统信,统信软件,统信操作系统,UOS,论坛,问答,驱动,软件,教程',
    description: '统信操作系统用户与开发者的论坛：提问、排错、教程、软件与硬件讨论。',
  },
  en: {
    title: 'UnionTech Community',
    suffix: ' - Community - UnionTech',
    vendor: 'UnionTech',
    siteName: 'Community',
    keywords: 'UnionTech,UOS,operating system,community,forum,help,drivers,software,guides',
    description:
      'Where users and developers of UnionTech OS meet: questions, fixes, guides, software and hardware.',
  },
};

const isUniontech = (proxyTarget: string): boolean => proxyTarget.includes('chinauos');

/** The default brand for a proxy target (an address, or ''). */
export const brandFor = (proxyTarget: string): Brand => ({
  ...(isUniontech(proxyTarget) ? uniontech : lantu),
  look: DEFAULT_LOOK,
});

/** The stored configuration entry. */
export interface StoredBrand {
  version: number;
  value: Readonly<Record<string, unknown>>;
}

/** Derived from the vendor's and the forum's name. */
const deriveTexts: Record<Lang, (vendor: string, siteName: string) => BrandTexts> = {
  zh: (vendor, siteName) => ({
    title: vendor + siteName,
    suffix: `－${siteName}－${vendor}`,
    vendor,
    siteName,
    keywords: `${vendor},${siteName},论坛,问答,教程`,
    description: `${vendor}${siteName}：提问、讨论与教程，中英文一起看。`,
  }),
  en: (vendor, siteName) => ({
    title: `${vendor} ${siteName}`,
    suffix: ` - ${siteName} - ${vendor}`,
    vendor,
    siteName,
    keywords: `${vendor},${siteName.toLowerCase()},forum,questions,guides`,
    description: `${vendor} ${siteName}: questions, discussions and guides, in Chinese and English.`,
  }),
};

/** Texts of the environment override the entry, as they do the default (R9). */
export function toBrand(stored: StoredBrand | undefined, proxyTarget: string): Brand {
  const standard = brandFor(proxyTarget);
  if (!stored) return standard;
  const texts = new Map(Object.entries(stored.value));
  const textOf = (name: string): string => String(texts.get(name) ?? '').trim();
  const toTexts = (lang: Lang): BrandTexts => {
    const end = lang === 'en' ? '_en' : '';
    const name = textOf(`name${end}`) || textOf('name') || textOf('name_en');
    const siteName = textOf(`site_name${end}`) || standard[lang].siteName;
    const isStandard = name === '' && siteName === standard[lang].siteName;
    const derived = isStandard
      ? standard[lang]
      : deriveTexts[lang](name || standard[lang].vendor, siteName);
    return {
      ...derived,
      title: textOf(`title${end}`) || derived.title,
      suffix: textOf(`suffix${end}`) || derived.suffix,
      keywords: textOf(`keywords${end}`) || derived.keywords,
      description: textOf(`description${end}`) || derived.description,
    };
  };
  const colour = textOf('colour').toLowerCase();
  const dark = textOf('colour_dark').toLowerCase();
  const operator = textOf('operator') || textOf('operator_en');
  const names = isUniontech(proxyTarget) ? uniontech : { zh: toTexts('zh'), en: toTexts('en') };
  return {
    ...names,
    look: {
      version: stored.version,
      mark: textOf('mark'),
      colours: isColour(colour)
        ? { light: colour, dark: isColour(dark) ? dark : toDarkColour(colour) }
        : undefined,
      icp: textOf('icp'),
      police: textOf('police'),
      operator: { zh: operator, en: textOf('operator_en') || operator },
      contact: textOf('contact'),
      terms: textOf('terms'),
    },
  };
}

/** The document's title (R9). */
export const documentTitle = (texts: BrandTexts, title?: string): string =>
  title ? title + texts.suffix : texts.title;
