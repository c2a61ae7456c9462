import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { STICKER_NAMES } from '#contracts/stickers.ts';

/*
 * `node scripts/draw-stickers.ts` draws public/assets/image/raccoon: a face for each sticker that
 * clients know, and a neutral one. The pictures are in the repository; this documents their origin.
 */

const SIZE_PIXELS = 96;
const INK_COLOUR = '#2b2f36';
const EYE_COLOUR = '#ffffff';

const eyes: Readonly<Record<string, string>> = {
  open: `<circle cx="35" cy="50" r="6" fill="${EYE_COLOUR}"/><circle cx="61" cy="50" r="6" fill="${EYE_COLOUR}"/><circle cx="36" cy="51" r="3" fill="${INK_COLOUR}"/><circle cx="60" cy="51" r="3" fill="${INK_COLOUR}"/>`,
  happy: `<path d="M28 52q7 -9 14 0M54 52q7 -9 14 0" stroke="${EYE_COLOUR}" stroke-width="3.5" fill="none" stroke-linecap="round"/>`,
  closed: `<path d="M28 50q7 6 14 0M54 50q7 6 14 0" stroke="${EYE_COLOUR}" stroke-width="3.5" fill="none" stroke-linecap="round"/>`,
  flat: `<path d="M28 50h14M54 50h14" stroke="${EYE_COLOUR}" stroke-width="3.5" stroke-linecap="round"/>`,
  wide: `<circle cx="35" cy="49" r="8" fill="${EYE_COLOUR}"/><circle cx="61" cy="49" r="8" fill="${EYE_COLOUR}"/><circle cx="35" cy="49" r="2.5" fill="${INK_COLOUR}"/><circle cx="61" cy="49" r="2.5" fill="${INK_COLOUR}"/>`,
  wink: `<circle cx="35" cy="50" r="6" fill="${EYE_COLOUR}"/><circle cx="36" cy="51" r="3" fill="${INK_COLOUR}"/><path d="M54 51q7 -7 14 0" stroke="${EYE_COLOUR}" stroke-width="3.5" fill="none" stroke-linecap="round"/>`,
  heart:
    '<path d="M35 57c-12 -8 -7 -16 0 -10c7 -6 12 2 0 10zM61 57c-12 -8 -7 -16 0 -10c7 -6 12 2 0 10z" fill="#ff5a6e"/>',
  angry: `<path d="M28 43l14 6M68 43l-14 6" stroke="${EYE_COLOUR}" stroke-width="3.5" stroke-linecap="round"/><circle cx="36" cy="53" r="4" fill="${EYE_COLOUR}"/><circle cx="60" cy="53" r="4" fill="${EYE_COLOUR}"/>`,
  cross: `<path d="M30 45l10 10M40 45l-10 10M56 45l10 10M66 45l-10 10" stroke="${EYE_COLOUR}" stroke-width="3.5" stroke-linecap="round"/>`,
  glasses:
    '<path d="M24 44h22v8a8 8 0 0 1 -16 3zM50 44h22l-6 11a8 8 0 0 1 -16 -3z" fill="#111"/><path d="M24 45h48" stroke="#111" stroke-width="4"/>',
  up: `<circle cx="35" cy="50" r="7" fill="${EYE_COLOUR}"/><circle cx="61" cy="50" r="7" fill="${EYE_COLOUR}"/><circle cx="37" cy="46" r="3" fill="${INK_COLOUR}"/><circle cx="63" cy="46" r="3" fill="${INK_COLOUR}"/>`,
};
const lineSvg = (path: string): string =>
  `<path d="${path}" stroke="${INK_COLOUR}" stroke-width="3" fill="none" stroke-linecap="round"/>`;
const mouths: Readonly<Record<string, string>> = {
  smile: lineSvg('M40 72q8 7 16 0'),
  laugh: `<path d="M38 70h20q-2 12 -10 12t-10 -12z" fill="${INK_COLOUR}"/><path d="M43 78q5 -4 10 0q-5 5 -10 0z" fill="#ff8095"/>`,
  flat: lineSvg('M41 74h14'),
  sad: lineSvg('M40 77q8 -8 16 0'),
  round: `<ellipse cx="48" cy="76" rx="5" ry="6" fill="${INK_COLOUR}"/>`,
  wavy: lineSvg('M38 75q5 -5 10 0t10 0'),
  tongue: `${lineSvg('M40 72q8 6 16 0')}<path d="M48 75h8v5a4 4 0 0 1 -8 0z" fill="#ff8095"/>`,
  kiss: `<path d="M46 70q6 2 0 5q6 2 0 5" stroke="${INK_COLOUR}" stroke-width="3" fill="none" stroke-linecap="round"/>`,
};
const signSvg = (text: string, colour: string): string =>
  `<text x="80" y="26" font-family="DejaVu Sans, sans-serif" font-weight="bold" font-size="${text.length > 1 ? 20 : 30}" text-anchor="middle" fill="${colour}">${text}</text>`;
const thumbSvg = (turn: number): string =>
  `<g transform="translate(78 72) rotate(${turn})"><path d="M-10 -2h6l4 -12q6 0 5 9h8q4 0 3 5l-2 9q-1 4 -5 4h-13l-6 -2z" fill="#f2b35e" stroke="${INK_COLOUR}" stroke-width="2" stroke-linejoin="round"/></g>`;
const dropSvg = (x: number, y: number): string =>
  `<path d="M${x} ${y}q7 11 0 13q-7 -2 0 -13z" fill="#58b4f0"/>`;
const extras: Readonly<Record<string, string>> = {
  up: thumbSvg(0),
  down: thumbSvg(180),
  ok: signSvg('OK', '#1f9d55'),
  question: signSvg('?', '#d97706'),
  exclaim: signSvg('!', '#dc2626'),
  dots: signSvg('…', '#64748b'),
  sleep: signSvg('zZ', '#4f7fd9'),
  tears: dropSvg(29, 58) + dropSvg(67, 58),
  tear: dropSvg(67, 58),
  sweat: dropSvg(76, 30),
  blush:
    '<ellipse cx="27" cy="65" rx="6" ry="4" fill="#ff9aa8" opacity=".8"/><ellipse cx="69" cy="65" rx="6" ry="4" fill="#ff9aa8" opacity=".8"/>',
  heart: '<path d="M78 32c-16 -11 -9 -22 0 -13c9 -9 16 2 0 13z" fill="#ef4466"/>',
  hands:
    '<path d="M40 92l8 -14l8 14z" fill="#f2b35e" stroke="#2b2f36" stroke-width="2" stroke-linejoin="round"/>',
  wave: '<path d="M74 90v-16m0 4l-7 -9m7 5l-2 -12m3 11l4 -11m-2 13l8 -7" stroke="#f2b35e" stroke-width="5" stroke-linecap="round" fill="none"/>',
  party:
    '<path d="M48 2l12 20h-24z" fill="#8b5cf6"/><circle cx="14" cy="30" r="3" fill="#ef4466"/><circle cx="84" cy="34" r="3" fill="#1f9d55"/><circle cx="22" cy="12" r="3" fill="#f59e0b"/><circle cx="78" cy="12" r="3" fill="#58b4f0"/>',
  cup: '<path d="M68 72h18v10a8 8 0 0 1 -8 8h-2a8 8 0 0 1 -8 -8z" fill="#fff" stroke="#2b2f36" stroke-width="2"/><path d="M86 76q7 0 5 6t-7 3" fill="none" stroke="#2b2f36" stroke-width="2"/><path d="M73 68q-3 -4 0 -8M81 68q-3 -4 0 -8" stroke="#94a3b8" stroke-width="2" fill="none"/>',
  screen:
    '<rect x="28" y="76" width="40" height="18" rx="2" fill="#475569"/><path d="M22 94h52" stroke="#2b2f36" stroke-width="3"/>',
  fever: '<path d="M22 34h52v7h-52z" fill="#93c5fd"/>',
  fist: '<circle cx="79" cy="76" r="10" fill="#f2b35e" stroke="#2b2f36" stroke-width="2"/><path d="M73 74h12M73 78h12" stroke="#2b2f36" stroke-width="1.5"/>',
};

/** Eyes, mouth and surroundings of each face. */
const FACES: Readonly<
  Record<string, readonly [keyof typeof eyes, keyof typeof mouths, ...string[]]>
> = {
  agree: ['happy', 'smile', 'up'],
  disagree: ['flat', 'sad', 'down'],
  ok: ['open', 'smile', 'ok'],
  good: ['happy', 'laugh', 'up'],
  smile: ['open', 'smile'],
  happy: ['happy', 'smile', 'blush'],
  laugh: ['happy', 'laugh', 'tears'],
  grin: ['happy', 'laugh'],
  wink: ['wink', 'smile'],
  cool: ['glasses', 'smile'],
  love: ['heart', 'smile'],
  like: ['happy', 'smile', 'heart'],
  kiss: ['wink', 'kiss', 'heart'],
  shy: ['closed', 'smile', 'blush'],
  naughty: ['wink', 'tongue'],
  sad: ['open', 'sad', 'tear'],
  cry: ['closed', 'sad', 'tears'],
  angry: ['angry', 'sad'],
  shock: ['wide', 'round', 'exclaim'],
  surprise: ['wide', 'round'],
  doubt: ['up', 'flat', 'question'],
  think: ['up', 'wavy', 'dots'],
  question: ['open', 'flat', 'question'],
  sweat: ['flat', 'wavy', 'sweat'],
  awkward: ['happy', 'wavy', 'sweat'],
  speechless: ['flat', 'flat', 'dots'],
  sleep: ['closed', 'flat', 'sleep'],
  tired: ['closed', 'wavy'],
  dizzy: ['cross', 'wavy'],
  sick: ['flat', 'sad', 'fever'],
  thanks: ['happy', 'smile', 'hands'],
  please: ['open', 'smile', 'hands'],
  cheer: ['happy', 'laugh', 'fist'],
  clap: ['happy', 'smile', 'hands', 'blush'],
  hello: ['open', 'smile', 'wave'],
  bye: ['closed', 'smile', 'wave'],
  celebrate: ['happy', 'laugh', 'party'],
  coffee: ['closed', 'smile', 'cup'],
  work: ['open', 'flat', 'screen'],
  watch: ['wide', 'flat'],
  neutral: ['open', 'flat'],
};

const faceSvg = ([
  look,
  mouth,
  ...beside
]: (typeof FACES)[string]): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE_PIXELS}" height="${SIZE_PIXELS}" viewBox="0 0 96 96">
  <path d="M14 40q-4 -26 6 -28t20 10h16q10 -12 20 -10t6 28z" fill="#5b6270"/><path d="M20 30q-1 -12 3 -12t9 8zM76 30q1 -12 -3 -12t-9 8z" fill="#d9c3b5"/>
  <path d="M48 20c26 0 38 18 38 36s-18 34 -38 34s-38 -16 -38 -34s12 -36 38 -36z" fill="#8a93a3"/>
  <path d="M48 34q-16 2 -34 20q2 14 20 12q10 -2 14 -8q4 6 14 8q18 2 20 -12q-18 -18 -34 -20z" fill="#3a3f4a"/>
  <path d="M14 42q16 -14 26 -10l-8 6q-10 2 -18 12zM82 42q-16 -14 -26 -10l8 6q10 2 18 12z" fill="#eef0f4"/>
  <ellipse cx="48" cy="72" rx="17" ry="14" fill="#eef0f4"/><ellipse cx="48" cy="63" rx="5" ry="3.5" fill="${INK_COLOUR}"/>
  ${eyes[look]}${mouths[mouth]}${beside.map((one) => extras[one]).join('')}
</svg>`;

const folder = join(import.meta.dirname, '../public/assets/image/raccoon');
mkdirSync(folder, { recursive: true });
for (const name of [...STICKER_NAMES, 'neutral']) {
  const drawn = FACES[name];
  if (!drawn) throw new Error(`There is no face for the sticker "${name}".`);
  await sharp(Buffer.from(faceSvg(drawn)), { density: 144 })
    .resize(SIZE_PIXELS, SIZE_PIXELS)
    .gif({ colours: 32, effort: 10, dither: 0 })
    .toFile(join(folder, name === 'neutral' ? 'neutral.gif' : `[${name}].gif`));
}
