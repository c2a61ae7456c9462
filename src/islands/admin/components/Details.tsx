import type { HTMLAttributes, ReactNode } from 'react';

interface Props {
  /** The class of the list; '' for plain rows. */
  className?: 'details' | 'metrics' | '';
  /** A row is left out where the value is undefined; the attributes are the value's. */
  rows: readonly (readonly [
    label: string,
    value: ReactNode,
    attributes?: HTMLAttributes<HTMLElement>,
  ])[];
  /** More rows. */
  children?: ReactNode;
}

/** What is known of something, each under its label. */
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
