import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  label: string;
  value: string;
  /** Whether another value than the default is chosen. */
  isSet?: boolean;
  children: ReactNode;
  onChange(value: string): void;
}

/**
 * A select as a line of text with an arrow. It is the browser's own element, which everybody knows
 * and which costs nothing.
 */
export function Select({ label, value, isSet = false, children, onChange }: Props) {
  return (
    <label className="select" data-set={isSet || undefined}>
      <span className="vh">{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
      <Icon name="down" />
    </label>
  );
}
