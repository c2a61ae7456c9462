/** 0 and some round numbers; the last is at least `max`. */
export function axisSteps(max: number): number[] {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(max / 2)));
  const step =
    [5, 2.5, 2, 1]
      .map((one) => one * power)
      .find((one) => Number.isInteger(one) && one * 2 <= max) ?? 1;
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}
