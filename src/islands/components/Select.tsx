import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';

interface Props {
  label: string;
  value: string;
  /** A value other than the default is selected. */
  isSet?: boolean;
  children: ReactNode;
  onChange(value: string): void;
}

/** The browser's own select, styled as a line of text with an arrow. */
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
