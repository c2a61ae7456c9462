import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/* What people read who run or change the forum; tests compare it with the code. */

const root = join(import.meta.dirname, '../..');

export interface Manual {
  /** From the project's folder. */
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

/** A heading's anchor, as code hosts make it. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

export interface Link {
  /** From the project's folder. */
  path: string;
  anchor: string;
}

/** Links of a document to files of the project, with the anchor in them or ''. */
export const findLinks = ({ path, text }: Manual): Link[] =>
  Array.from(
    text.matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g),
    ([, target = '', anchor = '']) => ({
      path: target ? relative(root, join(root, dirname(path), target)) : path,
      anchor,
    }),
  );

/** Anchors of a Markdown file's headings. */
export const readAnchors = (path: string): string[] =>
  Array.from(readManual(path).text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    toAnchor(heading),
  );
