import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answerWithBrand, renderPage } from '#auth/oidc/page-layout.ts';
import { brandFor, toBrand } from '#contracts/brand.ts';
import {
  checkContrast,
  contrastRatio,
  isReadableColour,
  STANDARD_TOKENS,
  THEMES,
  toBrandCss,
  toDarkColour,
  toTokenDeclarations,
} from '#contracts/brand-colours.ts';
import { policeRecordUrl } from '#contracts/registrations.ts';
import { readEnv } from '#platform/env.ts';

/* Values that are derived from the few fields of a brand. */

const stored = (value: Record<string, unknown>) => ({ version: 1, value });

describe('[R9] the texts of a brand', () => {
  test('are those of the program until one is saved, and wherever its fields are empty', () => {
    expect(toBrand(undefined, '')).toEqual(brandFor(''));
    const { zh, en } = toBrand(stored({ name: '', icp: '京ICP备1号' }), '');
    expect({ zh, en }).toEqual({ zh: brandFor('').zh, en: brandFor('').en });
  });

  test('follow from two names', () => {
    const { zh, en } = toBrand(stored({ name: '青禾科技', name_en: 'Qinghe' }), '');
    expect(zh).toMatchObject({ title: '青禾科技社区', suffix: '－社区－青禾科技' });
    expect(en).toMatchObject({ title: 'Qinghe Community', suffix: ' - Community - Qinghe' });
    expect(JSON.stringify([zh, en])).not.toMatch(/蓝图|Lantu/);
  });

  test('name the only name in both languages, and retain separate texts', () => {
    const { zh, en } = toBrand(stored({ name: '青禾', title: '青禾之家' }), '');
    expect([zh.title, zh.vendor, en.vendor, en.title]).toEqual([
      '青禾之家',
      '青禾',
      '青禾',
      '青禾 Community',
    ]);
  });

  test('are the environment’s where it names another brand', () => {
    const target = 'https://bbs.chinauos.com';
    const brand = toBrand(stored({ name: '青禾', colour: '#0a7d4f' }), target);
    expect([brand.zh, brand.look.colours?.light]).toEqual([brandFor(target).zh, '#0a7d4f']);
  });
});

test('[R9, R17] any name of the forum appears as text on the pages of the built-in login', () => {
  const brand = toBrand(
    stored({ name: 'A & <i>B</i>', site_name: '<i>社区', suffix: '</title><i>', mark: '"><i>' }),
    '',
  );
  const page = { env: readEnv({}), lang: 'zh', title: '登录', body: '' } as const;
  const html = answerWithBrand(brand, () => renderPage(page));
  expect(html).toContain('<title>登录&lt;/title&gt;&lt;i&gt;</title>');
  expect(html).toContain('<b>A &amp; &lt;i&gt;B&lt;/i&gt;</b>');
  expect(html).toContain('<img src="&quot;&gt;&lt;i&gt;"');
  expect(html).not.toContain('<i>');
});

describe('[R9] the colours of a brand', () => {
  test('are measured as WCAG 2 does', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBe(21);
    expect(contrastRatio('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  });

  test('are refused when shapes in them, or white on them, would hardly be seen', () => {
    expect(isReadableColour('#0a7d4f', 'light')).toBe(true);
    for (const colour of ['#ffe000', '#f5f7f9', 'green', '#0a7'])
      expect(isReadableColour(colour, 'light'), colour).toBe(false);
    for (const colour of ['#111418', '#0b2a4a', '#ffffff'])
      expect(isReadableColour(colour, 'dark'), colour).toBe(false);
  });

  test('have shades for links and buttons that are read, whichever colour was chosen', () => {
    const channels = ['00', '33', '66', '99', 'cc', 'ff'];
    const all = channels.flatMap((r) =>
      channels.flatMap((g) => channels.map((b) => `#${r}${g}${b}`)),
    );
    const unread = THEMES.flatMap((theme) =>
      all
        .filter((colour) => isReadableColour(colour, theme))
        .filter((colour) => checkContrast(colour, theme).some(({ ratio, min }) => ratio < min)),
    );
    expect(unread).toEqual([]);
    expect(
      all
        .filter((colour) => isReadableColour(colour, 'light'))
        .filter((colour) => !isReadableColour(toDarkColour(colour), 'dark')),
    ).toEqual([]);
  });

  test('that a preview shows as the usual ones are those of the pages', () => {
    const tokens = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8');
    const missing = Object.entries(STANDARD_TOKENS).filter(
      ([name, value]) => !tokens.includes(`${name}: ${value};`),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(toTokenDeclarations({ light: '#0a7d4f', dark: '#1f9d68' }))).toEqual(
      Object.keys(STANDARD_TOKENS),
    );
  });

  test('add nothing to pages while they are the usual ones', () => {
    expect(toBrandCss(undefined)).toBe('');
    expect(toBrandCss({ light: '#0a7d4f', dark: '#1f9d68' })).toMatch(
      /^:root\{--brand:light-dark\(#0a7d4f,#1f9d68\);/,
    );
  });
});

test('[R9] a number of the police leads to its record', () => {
  expect(policeRecordUrl('京公网安备 11010502030000号')).toBe(
    'https://beian.mps.gov.cn/#/query/webSearch?code=11010502030000',
  );
});
