import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  label: string;
  value: string;
  /** Whether something else than usual is chosen. */
  isSet?: boolean;
  children: ReactNode;
  onChange(value: string): void;
}

/**
 * One of several, as a line of text with an arrow. The browser's own list: it is known to everybody
 * and costs nothing.
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
