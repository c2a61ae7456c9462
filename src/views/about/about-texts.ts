import type { MarkdownInstance } from 'astro';
import { CAPTCHA_LIFETIME_SECONDS } from '#contracts/captcha-rules.ts';
import { LANGS, type Lang } from '#contracts/language.ts';
import {
  ADDRESSES_KEPT_DAYS,
  DELETION_DELAY_DAYS,
  EXPORT_KEPT_DAYS,
  MAIL_LOG_KEPT_DAYS,
  MAX_READS_KEPT,
  SESSION_IDLE_SECONDS,
  SESSION_MAX_SECONDS,
  SIGN_INS_KEPT_DAYS,
  VIEW_WINDOW_SECONDS,
} from '#contracts/limits.ts';
import { ABOUT_TOPICS } from '#contracts/paths.ts';

export type AboutTopic = (typeof ABOUT_TOPICS)[number];

type AboutText = MarkdownInstance<{ title: string; summary: string }>;

const DAY_SECONDS = 86_400;
/** Numbers of the product's settings, by the names that stand in braces in the texts. */
const NUMBERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    readsKept: MAX_READS_KEPT,
    addressDays: ADDRESSES_KEPT_DAYS,
    mailDays: MAIL_LOG_KEPT_DAYS,
    signInDays: SIGN_INS_KEPT_DAYS,
    exportDays: EXPORT_KEPT_DAYS,
    deletionDays: DELETION_DELAY_DAYS,
    viewMinutes: VIEW_WINDOW_SECONDS / 60,
    captchaMinutes: CAPTCHA_LIFETIME_SECONDS / 60,
    sessionIdleDays: SESSION_IDLE_SECONDS.site / DAY_SECONDS,
    sessionMaxDays: SESSION_MAX_SECONDS.site / DAY_SECONDS,
  }),
);

/** HTML with its numbers. Throws for one that isn't there. */
const fillNumbers = (html: string): string =>
  html.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = NUMBERS.get(name);
    if (value === undefined) throw new Error(`No setting is called ${name}`);
    return String(value);
  });
const textFiles = import.meta.glob<AboutText>('./*.md', { eager: true });

function textOf(topic: AboutTopic, lang: Lang) {
  const file = textFiles[`./${topic}.${lang}.md`];
  if (!file) throw new Error(`There is no text ${topic}.${lang}.md`);
  return { ...file.frontmatter, readHtml: async () => fillNumbers(await file.compiledContent()) };
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
