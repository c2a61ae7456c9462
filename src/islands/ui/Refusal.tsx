import type { Failure } from '#stores/failure.ts';
import { useReason } from './reason.ts';

/** Why something was refused, below what was asked for. */
export function Refusal({ failure }: { failure: Failure }) {
  const reason = useReason(failure);
  if (reason === undefined) return null;
  return (
    <p className="wrong" role="alert">
      {reason}
    </p>
  );
}
