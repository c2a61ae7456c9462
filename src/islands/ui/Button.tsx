import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'disabled'> {
  /** The one thing to do here; at most one in a view. */
  main?: boolean;
  /** It does nothing now, but stays where the keyboard is. */
  idle?: boolean;
}

export function Button({ main = false, idle = false, className = '', onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      className={`btn ${main ? 'fill' : ''} ${className}`.trim()}
      aria-disabled={idle || undefined}
      onClick={idle ? undefined : onClick}
      {...rest}
    />
  );
}
