import type { MarkdownInstance } from 'astro';
import { ABOUT_PAGES, type AboutPage } from '#contracts/about-pages.ts';
import { LANGS, type Lang } from '#contracts/language.ts';
import type { Root } from '#contracts/paths.ts';
import { finishHtml } from './finish-html.ts';

type AboutText = MarkdownInstance<{ title: string; summary: string }>;

const textFiles = import.meta.glob<AboutText>('./**/*.md', { eager: true });

function textOf(page: AboutPage, lang: Lang) {
  const file = textFiles[`./${page}.${lang}.md`];
  if (!file) throw new Error(`There is no text ${page}.${lang}.md`);
  return {
    ...file.frontmatter,
    readHtml: async (root: Root) => finishHtml(await file.compiledContent(), root),
  };
}

const textsOf = (lang: Lang) =>
  Object.fromEntries(ABOUT_PAGES.map((page) => [page, textOf(page, lang)])) as Record<
    AboutPage,
    ReturnType<typeof textOf>
  >;

export const aboutTexts = Object.fromEntries(LANGS.map((lang) => [lang, textsOf(lang)])) as Record<
  Lang,
  ReturnType<typeof textsOf>
>;
