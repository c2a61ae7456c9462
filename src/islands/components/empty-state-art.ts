/** A drawing of 120 × 96 units, as pairs of a class of empty-states.css and a path. */
type Drawing = readonly (readonly [
  'dash' | 'thin' | 'tint' | 'blue' | 'red' | 'red dash',
  string,
])[];

/** A shape with its fill below its outline, and lines on top. */
const accent = (shape: string, lines = ''): Drawing => [
  ['tint', shape],
  ['blue', shape + lines],
];

export const DRAWINGS = {
  sheet: [
    ['dash', 'M10.5 14.5h80v66h-80z'],
    ['thin', 'M22 30h46M22 42h36M22 54h42'],
    ...accent('M78.5 8.5h30v48l-15-11-15 11z', 'M93.5 20v16M85.5 28h16'),
  ],
  broken: [
    ['blue', 'M2 48h42M44.5 37v22M76 48h42M75.5 37v22'],
    ['red dash', 'M52 48h17'],
    ['red', 'm55 24 5 8 5-8M55 72l5-8 5 8'],
  ],
  drafts: [
    ['dash', 'M16.5 10.5h66v76h-66z'],
    ['thin', 'M28 26h42M28 38h30M28 50h20'],
    ...accent('m56.5 75.5 4-17 36-36 13 13-36 36z', 'M88.5 31.5l13 13M60.5 58.5l13 13'),
  ],
  messages: [
    ['dash', 'M10.5 28.5h78v54h-78z'],
    ['thin', 'm11 29 38.5 30L88 29'],
    ...accent('M64.5 8.5h46v30h-24l-12 10v-10h-10z', 'M74 19h27M74 27h16'),
  ],
  bookmarks: [
    ['dash', 'M58.5 24c-12-8-32-9-48-7v58c16-2 36-1 48 7 12-8 32-9 48-7V17c-16-2-36-1-48 7z'],
    ['thin', 'M58.5 24v58M22 32c9-1 18 0 25 3M22 44c9-1 18 0 25 3M22 56c9-1 18 0 25 3'],
    ...accent('M74.5 8.5h22v46l-11-9-11 9z'),
  ],
  search: [
    ['dash', 'M10.5 10.5h66v74h-66z'],
    ['thin', 'M22 26h42M22 38h26M22 50h22M22 62h26'],
    ...accent('M80 32.5a20 20 0 1 0 0 40 20 20 0 0 0 0-40z', 'M94 67l17 17M69 52a11 11 0 0 1 9-10'),
  ],
  reports: [
    ['dash', 'M10.5 18.5h62v64h-62z'],
    ['thin', 'M22 34h38M22 46h28M22 58h34'],
    ...accent('M80.5 12.5h31l-8 11 8 11h-31z', 'M80.5 6v82'),
  ],
  review: [
    ['dash', 'M16.5 16.5h66v70h-66z'],
    ['thin', 'M38.5 10.5h22v12h-22zM28 38h40M28 50h26M28 62h22'],
    ...accent('M86 44.5a19 19 0 1 0 0 38 19 19 0 0 0 0-38z', 'M77 64l7 7 12-14'),
  ],
  setup: [
    ['dash', 'M10.5 14.5h84v62h-84z'],
    ['thin', 'M10.5 28.5h84M19 21.5h.01M27 21.5h.01M35 21.5h.01M22 42h34M22 54h24'],
    ...accent('M91 40.5a13 13 0 1 0 0 26 13 13 0 0 0 0-26z', 'M82 63 62 83M66 79l7 7M74 71l5 5'),
  ],
} as const satisfies Record<string, Drawing>;
export type DrawingName = keyof typeof DRAWINGS;
