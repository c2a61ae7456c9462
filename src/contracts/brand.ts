import type { Lang } from './language.ts';

/*
 * The texts of a brand (R9, R10). The one place to edit when the forum is run under another name.
 */

export interface BrandTexts {
  /** The title of a page without one of its own. */
  title: string;
  /** What follows the title of a page. */
  suffix: string;
  vendor: string;
  /** What the vendor calls the forum: beside the mark in the header. */
  siteName: string;
  keywords: string;
  description: string;
}
export type Brand = Record<Lang, BrandTexts>;

const lantu: Brand = {
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

const uniontech: Brand = {
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

/** The brand that is run behind a proxy target, an address; may be empty. */
export const brandFor = (proxyTarget: string): Brand =>
  proxyTarget.includes('chinauos') ? uniontech : lantu;

/** What the document is called (R9). */
export const documentTitle = (texts: BrandTexts, title?: string): string =>
  title ? title + texts.suffix : texts.title;
