/* Ordered: browsers that imitate others come first. */
const BROWSERS = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const OPERATING_SYSTEMS = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux|X11/],
] as const;

const findName = (
  list: readonly (readonly [string, RegExp])[],
  agent: string,
): string | undefined => list.find(([, pattern]) => pattern.test(agent))?.[0];

/** The browser and system of a User-Agent; undefined if both are unknown. */
export const browserName = (agent: string): string | undefined =>
  [findName(BROWSERS, agent), findName(OPERATING_SYSTEMS, agent)].filter(Boolean).join(' · ') ||
  undefined;
