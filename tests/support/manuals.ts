import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/* Documents for operators and developers; tests compare them with the code. */

const root = join(import.meta.dirname, '../..');

export interface Manual {
  /** Relative to the project's root. */
  path: string;
  text: string;
}

const readManual = (path: string): Manual => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
});

export const OPERATING = readManual('scripts/deploy/README.md');

/** The documents that name commands, addresses, settings and files. */
export const MANUALS: readonly Manual[] = [
  readManual('README.md'),
  OPERATING,
  readManual('.github/CONTRIBUTING.md'),
];

export const textOfManuals = MANUALS.map(({ text }) => text).join('\n');

/** A heading's anchor, as code hosts generate it. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

export interface Link {
  /** Relative to the project's root. */
  path: string;
  anchor: string;
}

/** Links of a document to files of the project, with their anchor or ''. */
export const findLinks = ({ path, text }: Manual): Link[] =>
  Array.from(
    text.matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g),
    ([, target = '', anchor = '']) => ({
      path: target ? relative(root, join(root, dirname(path), target)) : path,
      anchor,
    }),
  );

export const readAnchors = (path: string): string[] =>
  Array.from(readManual(path).text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    toAnchor(heading),
  );
