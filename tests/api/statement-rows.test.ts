import { expect, test } from 'vitest';
import { compareStatements } from '../support/statements/compare-statements.ts';
import { collectTexts, describeStatements } from '../support/statements/describe-statements.ts';
import { EXCEPTIONS, UNCHECKED } from '../support/statements/exceptions.ts';
import { findStatementCalls } from '../support/statements/find-calls.ts';
import { emptyDatabase } from '../support/test-database.ts';

/*
 * The row type of `statement<Row, Params>(sql)` is a claim that TypeScript can't check. PostgreSQL
 * describes each text, and the types are compared with its description.
 */

const { db } = await emptyDatabase();
const calls = findStatementCalls();
const texts = collectTexts();
const { descriptions, catalog } = await describeStatements(db, texts);
const callsByPosition = new Map(calls.map((call) => [call.position, call]));
const described = descriptions.flatMap((description, index) => {
  const text = texts[index] as (typeof texts)[number];
  const call = callsByPosition.get(text.position);
  return call ? [{ ...description, text, call }] : [];
});
const findings = compareStatements(described, catalog);

test('[guard] every statement has the types that PostgreSQL returns and expects', () => {
  expect(
    findings.filter(({ id }) => !Object.hasOwn(EXCEPTIONS, id)).map(({ message }) => message),
  ).toEqual([]);
});

test('[guard] every exception is needed', () => {
  const found = new Set(findings.map(({ id }) => id));
  expect(Object.keys(EXCEPTIONS).filter((id) => !found.has(id))).toEqual([]);
});

test('[guard] every statement is compared, except those that are created per call', () => {
  expect(described.length).toBe(texts.length);
  const compared = new Set(described.map(({ call }) => call));
  const others = calls
    .filter((call) => !compared.has(call))
    .map(({ position, name }) => `${position.replace(/(:\d+){2}$/, '')} ${name.split('.')[0]}`);
  expect(new Set(others)).toEqual(new Set(Object.keys(UNCHECKED)));
});
