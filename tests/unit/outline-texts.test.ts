import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outlineTexts } from '../../scripts/seed/outline-texts.ts';

const art = join(import.meta.dirname, '../../scripts/seed/art');

test('[ops] every character of the demo’s pictures has an outline', () => {
  const pictures = readdirSync(art).filter((name) => name.endsWith('.svg'));
  expect(pictures.length).toBeGreaterThan(20);
  for (const name of pictures) {
    const drawn = outlineTexts(readFileSync(join(art, name), 'utf8'));
    expect([name, /<text|<tspan/.test(drawn)]).toEqual([name, false]);
  }
});

test('[ops] an outlined text retains its anchor, position and colour', () => {
  const outline = (attributes: string, text: string) =>
    outlineTexts(`<text ${attributes}>${text}</text>`);
  expect(outline('x="10" y="20" font-size="50" fill="#fff"', '安')).toMatch(
    /^<g transform="translate\(10 20\) scale\(0\.1\)" fill="#fff"><g stroke="none"><path transform="translate\(0 0\)" d="M/,
  );
  expect(outline('x="0" y="0" font-size="50" text-anchor="end"', '安')).toContain(
    'translate(-500 0)',
  );
  expect(outline('font-size="50" font-weight="600" fill="red"', '安')).toContain(
    '<g stroke="red" stroke-width="22.5">',
  );
  expect(outline('font-size="50"', '<tspan fill="red">安</tspan><tspan dx="5">装</tspan>')).toMatch(
    /<g fill="red"><path transform="translate\(0 0\)".*<\/g><path transform="translate\(550 0\)"/,
  );
});

test('[ops] a character without an outline is named', () => {
  expect(() => outlineTexts('<text font-size="9">𰻝</text>')).toThrow('𰻝');
});
