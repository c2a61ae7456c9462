import type { HTMLAttributes, ReactNode } from 'react';

interface Props {
  /** The class of the list; '' for plain rows. */
  className?: 'details' | 'metrics' | '';
  /** A row without a value is left out; attributes are those of the value's element. */
  rows: readonly (readonly [
    label: string,
    value: ReactNode,
    attributes?: HTMLAttributes<HTMLElement>,
  ])[];
  children?: ReactNode;
}

/** A list of labelled values. */
export const Details = ({ className = 'details', rows, children }: Props) => (
  <dl className={className}>
    {rows.map(
      ([label, value, attributes]) =>
        value !== undefined && (
          <div key={label}>
            <dt>{label}</dt>
            <dd {...attributes}>{value}</dd>
          </div>
        ),
    )}
    {children}
  </dl>
);
