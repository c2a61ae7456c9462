import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appearanceOf, isNameSign } from '#contracts/appearance.ts';
import { CONFUSABLES } from '#contracts/confusables.ts';
import {
  isReservedName,
  mixesScripts,
  needsNumberSuffix,
  withNumberSuffix,
} from '#contracts/reserved-names.ts';
import { anyText, propertyRuns } from '../support/arbitraries.ts';

const anyName = fc.oneof(
  anyText(3),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const isMark = (character: string): boolean => /^\p{M}$/u.test(character);
/**
 * A letter that looks like a symbol isn't equal to it, because symbols don't make another name. A
 * combining mark that looks like a letter isn't equal to it at a name's start.
 */
const lookalikes = [...CONFUSABLES].filter(([one, other]) =>
  [...other.normalize('NFKC')].every(
    (part) => isNameSign(part) === isNameSign(one) && isMark(part) === isMark(one),
  ),
);

describe('[R35] names', () => {
  test('of any characters are judged without an error, and with a number stay short and retain it', () => {
    fc.assert(
      fc.property(anyName, fc.integer({ min: 0, max: 999_999 }), (name, number) => {
        expect(typeof (mixesScripts(name) || isReservedName(name) || needsNumberSuffix(name))).toBe(
          'boolean',
        );
        const shown = withNumberSuffix(name, number);
        expect(shown.endsWith(`-${number}`)).toBe(true);
        expect([...shown].length).toBeLessThanOrEqual(40);
      }),
      propertyRuns(1_000),
    );
  });

  test('compare by their looks, in any case and normal form', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const seen = appearanceOf(name);
        expect(appearanceOf(name.normalize('NFD'))).toBe(seen);
        expect(appearanceOf(name.normalize('NFKC'))).toBe(seen);
        expect(seen).not.toMatch(/\p{Default_Ignorable_Code_Point}/u);
        expect(appearanceOf(`${name}\u200b\ufe0f`)).toBe(seen);
      }),
      propertyRuns(1_000),
    );
  });

  test('with one character replaced by a lookalike look the same', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...lookalikes),
        fc.string({ maxLength: 6 }),
        fc.string({ maxLength: 6 }),
        ([one, other], before, after) => {
          expect(appearanceOf(`${before}${other}${after}`)).toBe(
            appearanceOf(before + one + after),
          );
        },
      ),
      propertyRuns(1_000),
    );
  });
});
