import type { ReactNode } from 'react';

interface Props {
  id: string;
  label: string;
  problem?: string | undefined;
  /** Content at the end of the label's line. */
  labelEnd?: ReactNode;
  className?: string;
  children: ReactNode;
}

export const fieldAria = (id: string, problem: string | undefined) => ({
  id,
  'aria-invalid': problem !== undefined,
  ...(problem ? { 'aria-describedby': `${id}-problem` } : {}),
});

/** A labelled control with its problem (R16). */
export function LabelledField({ id, label, problem, labelEnd, className = '', children }: Props) {
  return (
    <div className={`field ${className}`.trim()} data-invalid={problem ? '' : undefined}>
      <div className="label-row">
        <label htmlFor={id}>{label}</label>
        {labelEnd}
      </div>
      {children}
      {problem && (
        <p className="wrong" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
