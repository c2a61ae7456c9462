import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { expect, test } from 'vitest';
import { CHROMIUM_FLAGS, ensureHeadlessChromium } from '../../scripts/install/chromium.ts';
import { textOf } from '../guards/sources.ts';
import { atEndOfFile } from '../support/at-end-of-file.ts';
import { temporaryFolder } from '../support/test-site.ts';

/*
 * Linux with its distribution's Latin font and a Chinese one. The latter is DejaVu Sans Mono under
 * another name: its quotes are wide, as in a Chinese font.
 */

const FOLDER = temporaryFolder('fonts');
const FONTS = join(FOLDER, 'fonts.conf');
const renamed = (family: string, name: string) => `
  <match target="scan">
    <test name="family" compare="eq"><string>${family}</string></test>
    <edit name="family" mode="assign"><string>${name}</string></edit>
  </match>`;
writeFileSync(
  FONTS,
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts/truetype/dejavu</dir>
  <cachedir>${FOLDER}</cachedir>${renamed('DejaVu Sans Mono', 'Noto Sans CJK SC')}
</fontconfig>`,
);

const browser = await chromium.launch({
  executablePath: ensureHeadlessChromium(),
  args: [...CHROMIUM_FLAGS],
  env: { ...process.env, FONTCONFIG_FILE: FONTS } as Record<string, string>,
});
atEndOfFile(() => browser.close());

test('[R42] where there are Chinese fonts English quotes and apostrophes are as narrow as its letters', async () => {
  const page = await browser.newPage();
  await page.setContent(`<!doctype html><html lang="en">
    <style>${textOf('src/styles/tokens.css')}${textOf('src/styles/base.css')}</style>
    <p><span id="own">’</span><span id="chinese" style="font-family:'Noto Sans CJK SC'">’</span></p>`);
  const widthOf = (id: string) =>
    page.locator(id).evaluate((span) => span.getBoundingClientRect().width / 16);
  // the font is installed: its apostrophe is wide
  expect(await widthOf('#chinese')).toBeGreaterThan(0.5);
  expect(await widthOf('#own')).toBeLessThan(0.4);
});
