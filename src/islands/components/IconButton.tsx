import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  icon: ComponentProps<typeof Icon>['name'];
  /** The accessible name, and the default tooltip. */
  label: string;
}

export const IconButton = ({ icon, label, ...button }: Props) => (
  <button type="button" aria-label={label} title={label} {...button}>
    <Icon name={icon} />
  </button>
);
