import type { Failure } from '#stores/client/failure.ts';
import { useErrorMessage } from '../hooks/use-error-message.ts';

/** Why something was refused, below what was asked for. */
export function FormError({ failure }: { failure: Failure }) {
  const reason = useErrorMessage(failure);
  if (reason === undefined) return null;
  return (
    <p className="wrong" role="alert">
      {reason}
    </p>
  );
}
