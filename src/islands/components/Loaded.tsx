import type { ReactNode } from 'react';
import type { Query } from '../hooks/use-query.ts';
import { LoadError } from './LoadError.tsx';
import { Skeleton } from './Skeleton.tsx';

interface Props<Value> {
  query: Pick<Query<Value>, 'value' | 'failure' | 'reload'>;
  /** Rows of the placeholder. */
  rows?: number;
  children(value: Value): ReactNode;
}

/** Renders a query's value, or a placeholder or failure. */
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
