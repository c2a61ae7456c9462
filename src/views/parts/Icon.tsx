import type { AnyIconName } from '#styles/forum-icons.ts';

interface Props {
  name: AnyIconName;
  /** Read out; an icon without one stands beside its text. */
  label?: string;
  className?: string | undefined;
}

export function Icon({ name, label, className: extra }: Props) {
  return (
    <svg
      className={extra ? `i ${extra}` : 'i'}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : 'true'}
    >
      <use href={`#i-${name}`}></use>
    </svg>
  );
}
