import type { Failure } from '#client/core/failure.ts';
import { useErrorMessage } from '../hooks/use-error-message.ts';

/** The reason why a form was refused, below its fields. */
export function FormError({ failure }: { failure: Failure }) {
  const reason = useErrorMessage(failure);
  if (reason === undefined) return null;
  return (
    <p className="wrong" role="alert">
      {reason}
    </p>
  );
}
