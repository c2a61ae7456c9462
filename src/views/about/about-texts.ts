import type { MarkdownInstance } from 'astro';
import { LANGS, type Lang } from '#contracts/language.ts';
import { ABOUT_TOPICS } from '#contracts/paths.ts';

export type AboutTopic = (typeof ABOUT_TOPICS)[number];

type AboutText = MarkdownInstance<{ title: string; summary: string }>;
const textFiles = import.meta.glob<AboutText>('./*.md', { eager: true });

function textOf(topic: AboutTopic, lang: Lang) {
  const file = textFiles[`./${topic}.${lang}.md`];
  if (!file) throw new Error(`There is no text ${topic}.${lang}.md`);
  return { ...file.frontmatter, Content: file.Content };
}

const textsOf = (lang: Lang) =>
  Object.fromEntries(ABOUT_TOPICS.map((topic) => [topic, textOf(topic, lang)])) as Record<
    AboutTopic,
    ReturnType<typeof textOf>
  >;

export const aboutTexts = Object.fromEntries(LANGS.map((lang) => [lang, textsOf(lang)])) as Record<
  Lang,
  ReturnType<typeof textsOf>
>;
