import type { ComponentProps } from 'react';
import type { Failure } from '#client/core/failure.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import { AdminLoadError } from './AdminLoadError.tsx';

interface Props extends Pick<ComponentProps<typeof AdminLoadError>, 'onRetry'> {
  failure: Failure | undefined;
  rows: number;
}

/** Shown in place of content that is loading or failed to load. */
export const LoadingOrError = ({ failure, onRetry, rows }: Props) =>
  failure ? <AdminLoadError failure={failure} onRetry={onRetry} /> : <Skeleton rows={rows} />;
