type Shape = ({ d: string } | { cx: number; cy: number; r: number }) & {
  fill?: string;
  opacity?: number;
};

const SHADE = 'var(--shade)';

/** Default avatars: duotone on a grid of 40, in the element's colour; SHADE is the darker tone. */
export const avatarDesigns: readonly (readonly Shape[])[] = [
  [
    { cx: 15, cy: 17, r: 11 },
    { cx: 27, cy: 25, r: 9, fill: SHADE, opacity: 0.85 },
  ],
  [{ d: 'M0 20h40v20H0z' }, { cx: 20, cy: 20, r: 9, fill: SHADE }],
  [{ d: 'M0 40 40 0v40z' }, { d: 'M20 20 40 0v20z', fill: SHADE }],
  [{ d: 'M0 8h40v8H0zm0 16h40v8H0z' }, { d: 'M20 0h20v40H20z', fill: SHADE, opacity: 0.5 }],
  [
    { d: 'M20 20V0A20 20 0 0 0 0 20zm0 0v20a20 20 0 0 0 20-20z' },
    { cx: 28, cy: 12, r: 5, fill: SHADE },
  ],
  [{ d: 'M0 11a29 29 0 0 1 29 29H0z' }, { d: 'M0 26a14 14 0 0 1 14 14H0z', fill: SHADE }],
  [
    { d: 'M20 0h20v40H20z' },
    { d: 'M20 8a12 12 0 0 0 0 24z' },
    { d: 'M20 8a12 12 0 0 1 0 24z', fill: SHADE },
  ],
  [{ d: 'm0 34 15-20 15 20v6H0z' }, { d: 'm14 34 12-15 14 17v4H14z', fill: SHADE }],
  [
    { cx: 20, cy: 20, r: 14 },
    { cx: 20, cy: 20, r: 6, fill: SHADE },
  ],
  [{ d: 'M0 0h20v20H0zm20 20h20v20H20z' }, { d: 'M20 10h10v10H20z', fill: SHADE }],
  [
    { d: 'M0 16c10-8 15 8 25 0 6-5 10-3 15 0v24H0z' },
    { d: 'M0 28c10-8 15 8 25 0 6-5 10-3 15 0v12H0z', fill: SHADE },
  ],
  [{ d: 'M20 5 35 20 20 35 5 20z' }, { d: 'M20 20h15L20 35z', fill: SHADE }],
];

/** The content of an SVG; undefined for an unknown design. */
export const drawAvatar = (design: number): string | undefined =>
  avatarDesigns[design]
    ?.map((shape) => {
      const attributes = Object.entries(shape).map(([name, value]) => ` ${name}="${value}"`);
      return `<${'d' in shape ? 'path' : 'circle'}${attributes.join('')}/>`;
    })
    .join('');
