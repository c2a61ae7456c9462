import type { HTMLAttributes, ReactNode } from 'react';

interface Props {
  /** The rows are plain. */
  isPlain?: boolean;
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
export const Details = ({ isPlain = false, rows, children }: Props) => (
  <dl className={isPlain ? undefined : 'details'}>
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
