import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ANY_LANG, LANGS, languageCookie } from '#contracts/language.ts';
import { AREAS } from '#contracts/paths.ts';
import { PAGE_NAMES } from '../../src/server/request-target.ts';

const textOf = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../scripts/deploy', name), 'utf8');
const conf = textOf('nginx.conf');
const caddyfile = textOf('Caddyfile');

/** The word lists in the regular expressions of nginx.conf that contain this word. */
const listsWith = (word: string): string[] => [
  ...new Set(
    Array.from(conf.matchAll(/\(\?:((?:\w+\|)+\w+)\)/g), ([, list]) => list as string).filter(
      (list) => list.split('|').includes(word),
    ),
  ),
];
/** The lines of a map, by its source variables. */
const mapOf = (variables: string): string => {
  const start = conf.indexOf(`map ${variables} {`);
  return conf.slice(start, conf.indexOf('\n}', start));
};

test('[R1] nginx.conf names the languages, the sites and the pages without a language that the forum has', () => {
  const names = PAGE_NAMES.join('|');
  const folders = AREAS.filter((area) => area !== 'desktop').join('|');
  expect(listsWith('post').sort()).toEqual([`${folders}|${ANY_LANG}|${names}`, names].sort());
  expect(listsWith(LANGS[0]).sort()).toEqual([ANY_LANG, `${folders}|${ANY_LANG}|${names}`].sort());
});

test.each(LANGS)('[R11] nginx.conf finds, shows and stores the language %s', (lang) => {
  expect(mapOf('$cookie_language $forum_chosen')).toContain(`\n  ${lang} `);
  expect(mapOf(`$http_accept_language $forum_weight_${lang}`)).toContain(`\\s*${lang}(?:-`);
  expect(mapOf('$forum_full $forum_shown')).toContain(`"~^(?:/phone)?/${lang}(?:/|$)" ${lang};`);
  expect(mapOf('$arg_lang $forum_choice')).toContain(`"${languageCookie(lang)}"`);
});

test('[R1, R11] the Caddyfile names the same languages, sites and pages', () => {
  const names = PAGE_NAMES.join('|');
  const folders = AREAS.filter((area) => area !== 'desktop').join('|');
  expect(caddyfile).toContain(`^/(?:$|(?:${folders}|${ANY_LANG}|${names})(?:/|$)|`);
  expect(caddyfile).toContain(`^(?:/phone)?/(?:${names})(?:/.*)?$`);
  for (const lang of LANGS) {
    expect(caddyfile).toMatch(new RegExp(`^\\t+${lang} ${lang}$`, 'm'));
    expect(caddyfile).toContain(`{forum_weight_${lang}}`);
    expect(caddyfile).toContain(`"${languageCookie(lang)}"`);
  }
});
