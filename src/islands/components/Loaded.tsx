import type { ReactNode } from 'react';
import type { Query } from '../hooks/use-query.ts';
import { LoadError } from './LoadError.tsx';
import { Skeleton } from './Skeleton.tsx';

interface Props<Value> {
  query: Pick<Query<Value>, 'value' | 'failure' | 'reload'>;
  /** Of the placeholder. */
  rows?: number;
  children(value: Value): ReactNode;
}

/** What a query has loaded: before that a placeholder, or why it couldn't be loaded. */
export function Loaded<Value>({ query, rows, children }: Props<Value>) {
  const { value, failure, reload } = query;
  return (
    <>
      {failure && <LoadError failure={failure} onRetry={reload} />}
      {value === undefined && !failure && <Skeleton {...(rows ? { rows } : {})} />}
      {value !== undefined && children(value)}
    </>
  );
}
