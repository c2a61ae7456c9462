import type { ReactNode } from 'react';
import type { Failure } from '#client/core/failure.ts';
import { useErrorMessage } from '../hooks/use-error-message.ts';

/** The problem of a field or form; renders nothing without a text. */
export const FieldProblem = ({ id, children }: { id?: string; children: ReactNode }) =>
  children ? (
    <p className="wrong" id={id} role="alert">
      {children}
    </p>
  ) : null;

/** The reason why a form was refused. */
export const FormError = ({ failure }: { failure: Failure }) => (
  <FieldProblem>{useErrorMessage(failure)}</FieldProblem>
);
