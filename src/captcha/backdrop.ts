import { randomInt } from 'node:crypto';

/* The picture around the gap: a random blueprint of parts, dimensions and hatchings. */

/** A random number with one decimal, from `min` to below `max`. */
const randomDecimal = (min: number, max: number): number =>
  randomInt(Math.round(min * 10), Math.round(max * 10)) / 10;
const pickOne = <T>(values: readonly T[]): T => values[randomInt(values.length)] as T;
const repeat = (count: number, make: () => string): string =>
  Array.from({ length: count }, make).join('');

interface Canvas {
  width: number;
  height: number;
  hue: number;
}

const randomStroke = (): string =>
  `stroke="hsl(${randomInt(190, 215)} 80% ${randomInt(76, 94)}%)" stroke-width="${randomDecimal(0.8, 1.6)}"`;
const randomFill = ({ hue }: Canvas): string =>
  `fill="hsl(${hue + randomInt(-22, 22)} ${randomInt(45, 72)}% ${randomInt(28, 56)}%)" fill-opacity="${randomDecimal(0.3, 0.9)}"`;

/** A part in plan: outline, axes and a bore. */
function drawPart(canvas: Canvas): string {
  const x = randomDecimal(0, canvas.width);
  const y = randomDecimal(0, canvas.height);
  const size = randomDecimal(14, 46);
  const body = pickOne([
    () =>
      `<circle cx="0" cy="0" r="${size}"/><circle cx="0" cy="0" r="${size * randomDecimal(0.3, 0.7)}"/>`,
    () =>
      `<rect x="${-size}" y="${-size * 0.6}" width="${size * 2}" height="${size * 1.2}" ` +
      `rx="${randomDecimal(0, 9)}"/>` +
      `<circle cx="${randomDecimal(-size / 2, size / 2)}" cy="0" r="${size * 0.3}"/>`,
    () => `<path d="M0 ${-size}L${size} ${size * 0.7}L${-size} ${size * 0.7}Z"/>`,
    () =>
      `<path d="M${-size} 0A${size} ${size} 0 0 1 ${size} 0L${size * 0.5} 0A${size * 0.5} ${size * 0.5} 0 0 0 ${-size * 0.5} 0Z"/>`,
    () => `<path d="${hexagonPath(size)}"/><circle cx="0" cy="0" r="${size * 0.42}"/>`,
  ])();
  const axes = `<path d="M${-size * 1.3} 0H${size * 1.3}M0 ${-size * 1.3}V${size * 1.3}" fill="none" stroke-dasharray="7 2 1.5 2" stroke-width=".6"/>`;
  return `<g transform="translate(${x} ${y}) rotate(${randomInt(360)})" ${randomStroke()} ${randomFill(canvas)}>${body}${axes}</g>`;
}

function hexagonPath(radius: number): string {
  const corners = Array.from({ length: 6 }, (_, corner) => {
    const angle = (corner * Math.PI) / 3;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}

/** A measured distance: a line between two ticks. */
function drawDimension({ width, height }: Canvas): string {
  const length = randomDecimal(30, 110);
  const position = `translate(${randomDecimal(0, width)} ${randomDecimal(0, height)})`;
  const turn = `rotate(${pickOne([0, 0, 90, randomInt(360)])})`;
  const ends = `M0 -5V5M${length} -5V5`;
  const arrows = `M3 -2.5 0 0 3 2.5M${length - 3} -2.5 ${length} 0 ${length - 3} 2.5`;
  const path = `M0 0H${length}${ends}${arrows}`;
  return `<path transform="${position} ${turn}" d="${path}" fill="none" ${randomStroke()}/>`;
}

function drawHatching(canvas: Canvas): string {
  const size = randomDecimal(22, 52);
  const step = randomDecimal(3.5, 7);
  const strokes = Array.from(
    { length: Math.ceil(size / step) },
    (_, index) => `M${(index * step).toFixed(1)} 0l${size.toFixed(1)} ${size.toFixed(1)}`,
  ).join('');
  return `<path transform="translate(${randomDecimal(-20, canvas.width)} ${randomDecimal(-20, canvas.height)}) rotate(${randomInt(360)})" d="${strokes}" fill="none" stroke="#fff" stroke-opacity="${randomDecimal(0.14, 0.4)}" stroke-width=".8"/>`;
}

function drawCurve({ width, height }: Canvas): string {
  const begin = `${randomDecimal(-30, 60)} ${randomDecimal(0, height)}`;
  const [first, second] = [0, 1].map(
    () => `${randomDecimal(0, width)} ${randomDecimal(-40, height + 40)}`,
  );
  const end = `${randomDecimal(width - 60, width + 30)} ${randomDecimal(0, height)}`;
  const path = `M${begin}C${first} ${second} ${end}`;
  return `<path d="${path}" fill="none" ${randomStroke()} stroke-opacity=".7"/>`;
}

/** A broad pipe through the whole picture. */
function drawPipe({ width, height }: Canvas): string {
  const begin = `-20 ${randomDecimal(-10, height + 10)}`;
  const first = `${randomDecimal(40, width / 2)} ${randomDecimal(-30, height + 30)}`;
  const second = `${randomDecimal(width / 2, width - 40)} ${randomDecimal(-30, height + 30)}`;
  const end = `${width + 20} ${randomDecimal(-10, height + 10)}`;
  const hue = pickOne([32, 48, 165, 182, 265, 340]);
  const stroke = `hsl(${hue} ${randomInt(45, 70)}% ${randomInt(48, 64)}%)`;
  const style = `stroke-opacity="${randomDecimal(0.75, 0.95)}" stroke-width="${randomDecimal(8, 15)}"`;
  const path = `M${begin}C${first} ${second} ${end}`;
  return `<path d="${path}" fill="none" stroke="${stroke}" ${style}/>`;
}

function drawGrid({ width, height }: Canvas): string {
  const step = randomDecimal(11, 19);
  const shift = randomDecimal(0, step);
  const lines: string[] = [];
  for (let x = shift; x < width; x += step) lines.push(`M${x.toFixed(1)} 0V${height}`);
  for (let y = shift; y < height; y += step) lines.push(`M0 ${y.toFixed(1)}H${width}`);
  return `<path d="${lines.join('')}" fill="none" stroke="#fff" stroke-opacity=".13" stroke-width=".7"/>`;
}

/** The content of an SVG of this size. */
export function drawBackdrop(width: number, height: number): string {
  const canvas = { width, height, hue: randomInt(196, 232) };
  const turn = `rotate(${randomInt(90)})`;
  const from = `hsl(${canvas.hue} ${randomInt(60, 84)}% ${randomInt(22, 34)}%)`;
  const hue = canvas.hue + randomInt(-18, 30);
  const to = `hsl(${hue} ${randomInt(55, 80)}% ${randomInt(26, 40)}%)`;
  return [
    `<linearGradient id="g" gradientTransform="${turn}">`,
    `<stop offset="0" stop-color="${from}"/>`,
    `<stop offset="1" stop-color="${to}"/>`,
    '</linearGradient>',
    `<rect width="${width}" height="${height}" fill="url(#g)"/>`,
    drawGrid(canvas),
    repeat(2, () => drawHatching(canvas)),
    repeat(randomInt(7, 11), () => drawPart(canvas)),
    repeat(2, () => drawPipe(canvas)),
    repeat(3, () => drawCurve(canvas)),
    repeat(4, () => drawDimension(canvas)),
    repeat(2, () => drawHatching(canvas)),
  ].join('');
}
