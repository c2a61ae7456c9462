import type { ComponentProps } from 'react';
import type { Failure } from '#stores/failure.ts';
import { Bones } from '../../ui/Bones.tsx';
import { Refused } from './Refused.tsx';

interface Props extends Pick<ComponentProps<typeof Refused>, 'again'> {
  failure: Failure | undefined;
  rows: number;
}

/** In place of what is being loaded, or couldn't be. */
export const Waiting = ({ failure, again, rows }: Props) =>
  failure ? <Refused failure={failure} again={again} /> : <Bones rows={rows} />;
