import { expect, test } from 'vitest';
import { CALLS } from '#contracts/calls/call-table.ts';
import { describeApi } from '../support/describe-api.ts';
import { listOperations } from '../support/openapi.ts';
import { filesBelow, importsOf, isCode, textOf } from './sources.ts';

test('[guard] every call of the table is answered, and there are no others', async () => {
  const answered = listOperations(await describeApi())
    .map(({ name }) => name.replace(' /api/', ' /'))
    .filter((name) => !name.endsWith('.csv'));
  const names = Object.keys(CALLS).filter((name) => !name.endsWith('.csv'));
  expect(names.sort()).toEqual(answered.sort());
});

test('[guard] browsers know the table of calls by its types alone', () => {
  const loading = ['client', 'islands', 'views', 'pages']
    .flatMap((folder) => filesBelow(`src/${folder}`))
    .filter(isCode)
    .filter((path) => textOf(path).includes('contracts/calls/'))
    .filter((path) =>
      importsOf(path).some(
        ({ specifier, typeOnly }) => !typeOnly && specifier.includes('contracts/calls/'),
      ),
    );
  expect(loading).toEqual([]);
});
