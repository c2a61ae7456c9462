import { randomInt } from 'node:crypto';

/*
 * What the hole is in: a blueprint that nobody has drawn before, of random parts, dimensions and
 * hatchings.
 */

/** A random number with one decimal, from `least` to below `most`. */
const any = (least: number, most: number): number =>
  randomInt(Math.round(least * 10), Math.round(most * 10)) / 10;
const one = <T>(values: readonly T[]): T => values[randomInt(values.length)] as T;
const many = (count: number, make: () => string): string =>
  Array.from({ length: count }, make).join('');

interface Sheet {
  width: number;
  height: number;
  hue: number;
}

const line = (): string =>
  `stroke="hsl(${randomInt(190, 215)} 80% ${randomInt(76, 94)}%)" stroke-width="${any(0.8, 1.6)}"`;
const tone = ({ hue }: Sheet): string =>
  `fill="hsl(${hue + randomInt(-22, 22)} ${randomInt(45, 72)}% ${randomInt(28, 56)}%)" fill-opacity="${any(0.3, 0.9)}"`;

/** A part in plan: outline, axes and a bore. */
function part(sheet: Sheet): string {
  const x = any(0, sheet.width);
  const y = any(0, sheet.height);
  const size = any(14, 46);
  const body = one([
    () => `<circle cx="0" cy="0" r="${size}"/><circle cx="0" cy="0" r="${size * any(0.3, 0.7)}"/>`,
    () =>
      `<rect x="${-size}" y="${-size * 0.6}" width="${size * 2}" height="${size * 1.2}" rx="${any(0, 9)}"/><circle cx="${any(-size / 2, size / 2)}" cy="0" r="${size * 0.3}"/>`,
    () => `<path d="M0 ${-size}L${size} ${size * 0.7}L${-size} ${size * 0.7}Z"/>`,
    () =>
      `<path d="M${-size} 0A${size} ${size} 0 0 1 ${size} 0L${size * 0.5} 0A${size * 0.5} ${size * 0.5} 0 0 0 ${-size * 0.5} 0Z"/>`,
    () => `<path d="${hexagon(size)}"/><circle cx="0" cy="0" r="${size * 0.42}"/>`,
  ])();
  const axes = `<path d="M${-size * 1.3} 0H${size * 1.3}M0 ${-size * 1.3}V${size * 1.3}" fill="none" stroke-dasharray="7 2 1.5 2" stroke-width=".6"/>`;
  return `<g transform="translate(${x} ${y}) rotate(${randomInt(360)})" ${line()} ${tone(sheet)}>${body}${axes}</g>`;
}

function hexagon(radius: number): string {
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const angle = (corner * Math.PI) / 3;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}

/** A measured distance: a line between two ticks. */
function dimension({ width, height }: Sheet): string {
  const length = any(30, 110);
  const place = `translate(${any(0, width)} ${any(0, height)})`;
  const turn = `rotate(${one([0, 0, 90, randomInt(360)])})`;
  const ends = `M0 -5V5M${length} -5V5`;
  const arrows = `M3 -2.5 0 0 3 2.5M${length - 3} -2.5 ${length} 0 ${length - 3} 2.5`;
  const path = `M0 0H${length}${ends}${arrows}`;
  return `<path transform="${place} ${turn}" d="${path}" fill="none" ${line()}/>`;
}

function hatching(sheet: Sheet): string {
  const size = any(22, 52);
  const step = any(3.5, 7);
  const strokes = Array.from(
    { length: Math.ceil(size / step) },
    (_, index) => `M${(index * step).toFixed(1)} 0l${size.toFixed(1)} ${size.toFixed(1)}`,
  ).join('');
  return `<path transform="translate(${any(-20, sheet.width)} ${any(-20, sheet.height)}) rotate(${randomInt(360)})" d="${strokes}" fill="none" stroke="#fff" stroke-opacity="${any(0.14, 0.4)}" stroke-width=".8"/>`;
}

function curve({ width, height }: Sheet): string {
  const begin = `${any(-30, 60)} ${any(0, height)}`;
  const [first, second] = [0, 1].map(() => `${any(0, width)} ${any(-40, height + 40)}`);
  const end = `${any(width - 60, width + 30)} ${any(0, height)}`;
  const path = `M${begin}C${first} ${second} ${end}`;
  return `<path d="${path}" fill="none" ${line()} stroke-opacity=".7"/>`;
}

/** A broad pipe through the whole picture: people see at a glance where it goes on. */
function pipe({ width, height }: Sheet): string {
  const begin = `-20 ${any(-10, height + 10)}`;
  const first = `${any(40, width / 2)} ${any(-30, height + 30)}`;
  const second = `${any(width / 2, width - 40)} ${any(-30, height + 30)}`;
  const end = `${width + 20} ${any(-10, height + 10)}`;
  const hue = one([32, 48, 165, 182, 265, 340]);
  const stroke = `hsl(${hue} ${randomInt(45, 70)}% ${randomInt(48, 64)}%)`;
  const look = `stroke-opacity="${any(0.75, 0.95)}" stroke-width="${any(8, 15)}"`;
  const path = `M${begin}C${first} ${second} ${end}`;
  return `<path d="${path}" fill="none" stroke="${stroke}" ${look}/>`;
}

function grid({ width, height }: Sheet): string {
  const step = any(11, 19);
  const shift = any(0, step);
  const lines: string[] = [];
  for (let x = shift; x < width; x += step) lines.push(`M${x.toFixed(1)} 0V${height}`);
  for (let y = shift; y < height; y += step) lines.push(`M0 ${y.toFixed(1)}H${width}`);
  return `<path d="${lines.join('')}" fill="none" stroke="#fff" stroke-opacity=".13" stroke-width=".7"/>`;
}

/** The content of an SVG of this size. */
export function backdrop(width: number, height: number): string {
  const sheet = { width, height, hue: randomInt(196, 232) };
  const turn = `rotate(${randomInt(90)})`;
  const from = `hsl(${sheet.hue} ${randomInt(60, 84)}% ${randomInt(22, 34)}%)`;
  const hue = sheet.hue + randomInt(-18, 30);
  const to = `hsl(${hue} ${randomInt(55, 80)}% ${randomInt(26, 40)}%)`;
  return [
    `<linearGradient id="g" gradientTransform="${turn}">`,
    `<stop offset="0" stop-color="${from}"/>`,
    `<stop offset="1" stop-color="${to}"/>`,
    '</linearGradient>',
    `<rect width="${width}" height="${height}" fill="url(#g)"/>`,
    grid(sheet),
    many(2, () => hatching(sheet)),
    many(randomInt(7, 11), () => part(sheet)),
    many(4, () => pipe(sheet)),
    many(3, () => curve(sheet)),
    many(4, () => dimension(sheet)),
    many(2, () => hatching(sheet)),
  ].join('');
}
