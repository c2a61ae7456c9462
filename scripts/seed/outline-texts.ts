import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Converts the demo pictures' texts to outlines, because servers may lack fonts. art/glyphs.json
 * has each used character, from Noto Sans SC.
 */

interface GlyphFile {
  unitsPerEm: number;
  /** By character: advance width, and outline as an SVG path with the baseline at 0. */
  glyphs: Readonly<Record<string, readonly [advance: number, path: string]>>;
}

const { unitsPerEm, glyphs } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'art/glyphs.json'), 'utf8'),
) as GlyphFile;

/** Stroke width that makes letters bold, in glyph units. */
const BOLD_STROKE = unitsPerEm * 0.045;
const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

type Attributes = Map<string, string>;
const parseAttributes = (text: string): Attributes =>
  new Map(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
/** Attributes that outlines replace. */
const TEXT_ATTRIBUTES = ['x', 'y', 'dx', 'font-size', 'font-weight', 'text-anchor', 'transform'];
const paintOf = (attributes: Attributes): string =>
  [...attributes]
    .filter(([name]) => !TEXT_ATTRIBUTES.includes(name))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

/** A run of text in one colour, with the gap before it. */
interface Run {
  characters: string[];
  paint: string;
  gap: number;
}

function parseRuns(content: string, scale: number): Run[] {
  return [...content.matchAll(/<tspan([^>]*)>([^<]*)<\/tspan>|([^<]+)/g)].map(
    ([, attributes = '', inner = '', plain = '']) => {
      const parsed = parseAttributes(attributes);
      return {
        characters: [...(inner || plain).replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)],
        paint: paintOf(parsed),
        gap: Number(parsed.get('dx') ?? 0) / scale,
      };
    },
  );
}

function glyphOf(character: string): readonly [number, string] {
  const glyph = glyphs[character];
  if (!glyph) throw new Error(`art/glyphs.json has no outline of "${character}".`);
  return glyph;
}

function outlineText(attributeText: string, content: string): string {
  const attributes = parseAttributes(attributeText);
  const scale = Number(attributes.get('font-size') ?? 16) / unitsPerEm;
  const runs = parseRuns(content, scale);
  const width = runs
    .flatMap((run) => run.characters)
    .reduce((sum, character) => sum + glyphOf(character)[0], 0);
  const anchor = attributes.get('text-anchor');
  let at = anchor === 'middle' ? -width / 2 : anchor === 'end' ? -width : 0;
  const drawn = runs.map(({ characters, paint, gap }) => {
    at += gap;
    const paths = characters.map((character) => {
      const [advance, path] = glyphOf(character);
      const place = `<path transform="translate(${Math.round(at)} 0)" d="${path}"/>`;
      at += advance;
      return path ? place : '';
    });
    return paint ? `<g${paint}>${paths.join('')}</g>` : paths.join('');
  });
  const fill = attributes.get('fill') ?? '#000';
  const isBold = Number(attributes.get('font-weight') ?? 400) > 500;
  const bold = isBold ? `<g stroke="${fill}" stroke-width="${BOLD_STROKE}">` : '<g stroke="none">';
  const { x, y } = { x: attributes.get('x') ?? 0, y: attributes.get('y') ?? 0 };
  const place = `${attributes.get('transform') ?? ''} translate(${x} ${y}) scale(${scale})`.trim();
  return `<g transform="${place}"${paintOf(attributes)}>${bold}${drawn.join('')}</g></g>`;
}

/** An SVG whose texts are paths. Throws if a character has no outline. */
export const outlineTexts = (svg: string): string =>
  svg.replace(/<text([^>]*)>([\s\S]*?)<\/text>/g, (_, attributes: string, content: string) =>
    outlineText(attributes, content),
  );
