import { act } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Failure } from '#client/core/failure.ts';
import { type Query, useQuery } from '#islands/hooks/use-query.ts';
import { renderIsland } from '../support/component.tsx';

type Options = Parameters<typeof useQuery<string>>[2];

interface ListProps {
  options: Options;
  load(name: string): Promise<string>;
  onDraw(query: Query<string>, show: (name: string) => void): void;
}

function List({ options, load, onDraw }: ListProps) {
  const [name, setName] = useState('a');
  const query = useQuery(name, () => load(name), options);
  onDraw(query, setName);
  return <output>{query.failure?.code ?? query.value ?? '…'}</output>;
}

/** A query whose loads the test answers, by key. */
function renderQuery(options?: Options) {
  const loads = new Map<string, PromiseWithResolvers<string>>();
  const latest = {} as { query: Query<string>; show(name: string): void };
  const load = (name: string) => {
    const answer = Promise.withResolvers<string>();
    loads.set(name, answer);
    return answer.promise;
  };
  const draw: ListProps['onDraw'] = (query, show) => Object.assign(latest, { query, show });
  renderIsland(<List options={options} load={load} onDraw={draw} />);
  return {
    latest,
    show: (name: string) => act(() => latest.show(name)),
    answer: (key: string, value: string) => act(async () => loads.get(key)?.resolve(value)),
    refuse: (key: string, failure: Failure) => act(async () => loads.get(key)?.reject(failure)),
  };
}
const shown = () => document.querySelector('output')?.textContent;
const BROKEN = new Failure(500, 'internal');

test('[unit] an answer that another key has overtaken is dropped', async () => {
  const { show, answer } = renderQuery();
  show('b');
  await answer('a', 'first');
  expect(shown()).toBe('…');
  await answer('b', 'second');
  expect(shown()).toBe('second');
});

test('[unit] a failure takes the value’s place, unless it was loaded again quietly', async () => {
  const { latest, answer, refuse } = renderQuery();
  await answer('a', 'first');
  act(() => latest.query.reload(true));
  await refuse('a', BROKEN);
  expect(shown()).toBe('first');
  act(() => latest.query.reload());
  await refuse('a', BROKEN);
  expect(shown()).toBe('internal');
  act(() => latest.query.reload());
  await answer('a', 'again');
  expect(shown()).toBe('again');
});

test('[unit] the value of another key stays where that is wanted, and is changed in place', async () => {
  const { latest, show, answer } = renderQuery({ keepsValue: true });
  await answer('a', 'first');
  act(() => latest.query.update((value) => `${value}!`));
  show('b');
  expect(shown()).toBe('first!');
  await answer('b', 'second');
  expect(shown()).toBe('second');
});
