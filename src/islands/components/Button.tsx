import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** The main action; at most one in a view. */
  isPrimary?: boolean;
  /** Disabled, but focusable. */
  isInactive?: boolean;
}

export function Button({
  isPrimary = false,
  isInactive = false,
  className = '',
  onClick,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      className={`btn ${isPrimary ? 'fill' : ''} ${className}`.trim()}
      aria-disabled={isInactive || undefined}
      onClick={isInactive ? undefined : onClick}
      {...rest}
    />
  );
}
