/* Brand colours: contrast checks (WCAG 2) and shades derived from the operator's colour. */

export type Theme = 'light' | 'dark';
export const THEMES = ['light', 'dark'] as const satisfies readonly Theme[];

/** Backgrounds: --paper, --wash and --sunk of styles/tokens.css. */
const SURFACES: Readonly<Record<Theme, readonly [string, ...string[]]>> = {
  light: ['#ffffff', '#f5f7f9', '#eceff3'],
  dark: ['#111418', '#181c22', '#20252c'],
};
const WHITE = '#ffffff';
const BLACK = '#000000';

/** Minimum ratios of WCAG 2 (1.4.3 and 1.4.11). */
export const MIN_CONTRAST = { text: 4.5, shape: 3 } as const;

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);

const toChannels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = toChannels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

const lowestContrast = (colour: string, others: readonly string[]): number =>
  Math.min(...others.map((other) => contrastRatio(colour, other)));

/** `share` of the colour, the rest of the other. */
function mixColours(colour: string, other: string, share: number): string {
  const others = toChannels(other);
  const mixed = toChannels(colour).map((channel, index) =>
    Math.round(channel * share + (others[index] as number) * (1 - share)),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes in the other colour only until `isEnough`. */
function mixUntil(colour: string, other: string, isEnough: (mixed: string) => boolean): string {
  for (let percent = 100; percent > 0; percent -= 2) {
    const mixed = mixColours(colour, other, percent / 100);
    if (isEnough(mixed)) return mixed;
  }
  return other;
}

const contrastsAsShape = (colour: string, theme: Theme): boolean =>
  lowestContrast(colour, SURFACES[theme]) >= MIN_CONTRAST.shape &&
  contrastRatio(colour, WHITE) >= MIN_CONTRAST.shape;

/** Shades of a theme, by token. */
export interface BrandShades {
  brand: string;
  accent: string;
  link: string;
  fill: string;
  tint: string;
}

export function toShades(colour: string, theme: Theme): BrandShades {
  const [paper] = SURFACES[theme];
  const tint = mixColours(colour, paper, theme === 'light' ? 0.09 : 0.2);
  const surfaces = [...SURFACES[theme], tint];
  return {
    brand: colour,
    accent: colour,
    link: mixUntil(
      colour,
      theme === 'light' ? BLACK : WHITE,
      (mixed) => lowestContrast(mixed, surfaces) >= MIN_CONTRAST.text,
    ),
    fill: mixUntil(colour, BLACK, (mixed) => contrastRatio(mixed, WHITE) >= MIN_CONTRAST.text),
    tint,
  };
}

/** The dark theme's colour if an operator chose only the light one. */
export const toDarkColour = (light: string): string => {
  const lightened = mixUntil(
    light,
    WHITE,
    (mixed) => lowestContrast(mixed, SURFACES.dark) >= MIN_CONTRAST.shape,
  );
  return mixUntil(lightened, BLACK, (mixed) => contrastRatio(mixed, WHITE) >= MIN_CONTRAST.shape);
};

export interface ContrastCheck {
  /** Below admin.config.contrast in the dictionaries. */
  name: 'shape' | 'mark' | 'link' | 'button';
  ratio: number;
  min: number;
}

/** Contrast of a brand's colour and its shades in a theme. */
export function checkContrast(colour: string, theme: Theme): ContrastCheck[] {
  const { link, fill, tint } = toShades(colour, theme);
  return [
    { name: 'shape', ratio: lowestContrast(colour, SURFACES[theme]), min: MIN_CONTRAST.shape },
    { name: 'mark', ratio: contrastRatio(colour, WHITE), min: MIN_CONTRAST.shape },
    {
      name: 'link',
      ratio: lowestContrast(link, [...SURFACES[theme], tint]),
      min: MIN_CONTRAST.text,
    },
    { name: 'button', ratio: contrastRatio(fill, WHITE), min: MIN_CONTRAST.text },
  ];
}

/** Whether shapes in this colour, and white on it, have enough contrast. */
export const isReadableColour = (colour: string, theme: Theme): boolean =>
  isColour(colour) && contrastsAsShape(colour, theme);

export interface BrandColours {
  light: string;
  dark: string;
}

/** The tokens of styles/tokens.css, for previews on a branded page. */
export const STANDARD_TOKENS: Readonly<Record<string, string>> = {
  '--brand': '#0081ff',
  '--accent': 'light-dark(#0081ff, #2e95ff)',
  '--link': 'light-dark(#005fc4, #6db5ff)',
  '--fill': 'light-dark(#006cdb, #0a6bd6)',
  '--tint': 'light-dark(#eaf3ff, #142439)',
  '--sheet': '#073a75',
  '--on-sheet2': '#cfe0f5',
};

/** Declarations for `:root` that override styles/tokens.css. */
export function toTokenDeclarations({ light, dark }: BrandColours): Record<string, string> {
  const [onPaper, onDark] = [toShades(light, 'light'), toShades(dark, 'dark')];
  const themed = Object.entries(onPaper).map(([name, shade]) => [
    `--${name}`,
    `light-dark(${shade},${onDark[name as keyof BrandShades]})`,
  ]);
  return {
    ...Object.fromEntries(themed),
    // The carousel and the tiles are dark in both themes.
    '--sheet': mixUntil(light, BLACK, (mixed) => contrastRatio(mixed, WHITE) >= 10),
    '--on-sheet2': mixColours(light, WHITE, 0.2),
  };
}

/** A stylesheet, or '' for the standard colours. Outside all layers, so it overrides the tokens. */
export const toBrandCss = (colours: BrandColours | undefined): string =>
  colours
    ? `:root{${Object.entries(toTokenDeclarations(colours))
        .map((declaration) => declaration.join(':'))
        .join(';')}}`
    : '';
