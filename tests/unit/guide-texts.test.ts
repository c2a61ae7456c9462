import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ABOUT_PAGES } from '#contracts/about-pages.ts';
import { ADMIN_SCREENS, adminScreenKey } from '#contracts/admin.ts';
import { LANGS } from '#contracts/language.ts';
import { readEnv, VARIABLE_NAMES } from '#platform/env.ts';
import { finishHtml } from '#views/about/finish-html.ts';
import { GUIDE_PICTURE_SIZE, GUIDE_PICTURES_PATH } from '#views/about/guide-pictures.ts';

const root = join(import.meta.dirname, '../..');
const textOf = (page: string, lang: string) =>
  readFileSync(join(root, `src/views/about/${page}.${lang}.md`), 'utf8');
const guidePages = ABOUT_PAGES.filter((page) => page.startsWith('guide'));
const pictures = join(root, 'public', GUIDE_PICTURES_PATH);
const MAX_PICTURE_BYTES = 60 * 1024;

const namedPictures = (text: string): string[] =>
  [...text.matchAll(/\]\((\/assets\/[^)]+)\)/g)].map(([, path]) => basename(path as string));
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/\{#([\w-]+)\}/g)].map(([, id]) => id as string);

describe.each(LANGS)('the guide in %s', (lang) => {
  test('[R38] names only pictures that are there, of their size, small, and with a description; none lies about unused', async () => {
    const text = guidePages.map((page) => textOf(page, lang)).join('\n');
    const named = namedPictures(text);
    expect(named.length).toBeGreaterThan(9);
    expect(text).not.toContain('![](');
    for (const name of named) {
      const file = join(pictures, name);
      expect(existsSync(file), name).toBe(true);
      expect(statSync(file).size, name).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
      expect(await sharp(file).metadata()).toMatchObject(GUIDE_PICTURE_SIZE);
    }
    const lying = globSync(`*.${lang}.webp`, { cwd: pictures });
    expect(lying.sort()).toEqual([...new Set(named)].sort());
  });

  test('[R16] has a section for each screen of the admin area', () => {
    expect(anchorsOf(textOf('guide/administrators', lang))).toEqual(
      expect.arrayContaining(ADMIN_SCREENS.map(adminScreenKey)),
    );
  });

  test('[R38] lists every setting once, with the default that the code has', () => {
    const rows = new Map(
      [...textOf('guide/operators', lang).matchAll(/^\| `([A-Z_]+)` +\| ([^|]+?) +\|/gm)].map(
        ([, name, standard]) => [name as string, standard as string] as const,
      ),
    );
    const forOperators = VARIABLE_NAMES.filter((name) => name !== 'NODE_ENV');
    expect([...rows.keys()].sort()).toEqual([...forOperators].sort());
    const env = readEnv({}) as unknown as Record<string, unknown>;
    for (const [name, standard] of rows) {
      const [, value] = /^`([^`$.]+)`$/.exec(standard) ?? [];
      if (value !== undefined) expect(value, name).toBe(String(env[name]));
      else if (/^(?:无|none)$/.test(standard)) expect(env[name], name).toBeUndefined();
    }
  });
});

test('[R38] both languages of the guide have the same sections, pictures and numbers', () => {
  const outline = (text: string) => ({
    sections: anchorsOf(text),
    pictures: namedPictures(text).map((name) => name.split('.')[0]),
    numbers: [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
    links: [...text.matchAll(/\]\((~[^)]+)\)/g)].map(([, path]) => path).sort(),
  });
  for (const page of guidePages)
    expect(outline(textOf(page, 'zh')), page).toEqual(outline(textOf(page, 'en')));
});

test('[R38] a text that names a number that no setting has isn’t shown', () => {
  expect(finishHtml('<h2 id="x">Keys {#keys}</h2><a href="~/new">', 'phone/zh')).toBe(
    '<h2 id="keys">Keys</h2><a href="/phone/zh/new">',
  );
  expect(() => finishHtml('{noSuchSetting}', 'zh')).toThrow('noSuchSetting');
});
