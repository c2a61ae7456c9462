import { expect, test } from 'vitest';
import { isComposing } from '#islands/page/is-composing.ts';

test('[R24] a key of an input method is known by its state, or by its code in Safari', () => {
  const key = (composing: boolean, keyCode: number) => ({ isComposing: composing, keyCode });
  for (const [event, expected] of [
    [key(false, 13), false],
    [key(true, 13), true],
    [key(false, 229), true],
    [{ nativeEvent: key(false, 229) }, true],
    [{ nativeEvent: key(false, 27) }, false],
  ] as const)
    expect(isComposing(event)).toBe(expected);
});
