import type { AnyIconName } from '#styles/forum-icons.ts';
import { Icon } from './Icon.tsx';

interface Props {
  name: AnyIconName;
  /** The accessible name, in islands also the tooltip. */
  label: string;
  className?: string;
}

/** An icon whose meaning no adjacent text repeats. */
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
