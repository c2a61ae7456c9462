import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bindParameters, compileParameters } from '#db/named-parameters.ts';
import { WhereClause } from '#db/where-clause.ts';
import { propertyRuns } from '../support/arbitraries.ts';

describe('[ops] parameters of statements', () => {
  test('are numbered by their names, each name once', () => {
    expect(compileParameters('where a = :one and b = :two::int and c = any(:one)')).toEqual({
      text: 'where a = $1 and b = $2::int and c = any($1)',
      names: ['one', 'two'],
    });
  });

  test('are neither types, nor quoted text', () => {
    const text = `select x::int, 'a:b', 'it''s :c', "d:e", to_char(f, 'HH24:MI:SS'), g[1:2]`;
    expect(compileParameters(text)).toEqual({ text, names: [] });
  });

  test('have names: numbers are refused', () => {
    expect(() => compileParameters('where a = $1')).toThrow('parameters have names');
  });

  test('have values, if it is null: a name without one is a mistake', () => {
    expect(bindParameters('where a = :one', { one: null })).toEqual({
      text: 'where a = $1',
      values: [null],
    });
    expect(() => bindParameters('where a = :one', { other: 1 })).toThrow(
      'no value is given for :one',
    );
  });

  test('are given in the order of their numbers, in any order of names', () => {
    const name = fc.stringMatching(/^[a-z]\w{0,5}$/);
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), (names) => {
        const params = Object.fromEntries(names.map((one) => [one, `value of ${one}`]));
        const { text, values } = bindParameters(names.map((one) => `f(:${one})`).join(), params);
        const back = text.replace(/\$(\d+)/g, (_, number) => String(values[Number(number) - 1]));
        expect(back).toBe(names.map((one) => `f(value of ${one})`).join());
        expect(values).toHaveLength(new Set(names).size);
      }),
      propertyRuns(200),
    );
  });
});

test('[ops] conditions are joined, and bring their values; without any everything is meant', () => {
  expect(new WhereClause().sql).toBe('true');
  const where = new WhereClause()
    .add('a = :a', { a: 1 })
    .add('b')
    .add('c = any(:c) or a > :a', { c: [] });
  expect(where.sql).toBe('(a = :a) and (b) and (c = any(:c) or a > :a)');
  expect(where.params).toEqual({ a: 1, c: [] });
});
