import type { AnyIconName } from '#styles/forum-icons.ts';
import { Icon } from './Icon.tsx';

interface Props {
  name: AnyIconName;
  /** Read out; islands show it to pointers too. */
  label: string;
  className?: string;
}

/** An icon with a label, for meaning that no text beside it has. */
export const NamedIcon = ({ name, label, className }: Props) => (
  <Icon
    name={name}
    className={className ? `i ${className}` : 'i'}
    role="img"
    aria-label={label}
    aria-hidden={undefined}
  >
    {!import.meta.env.SSR && <title>{label}</title>}
  </Icon>
);
