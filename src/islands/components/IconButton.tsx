import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  icon: ComponentProps<typeof Icon>['name'];
  /** Its name for screen readers, and its tooltip where it has no other `title`. */
  label: string;
}

/** A button that is an icon. */
export const IconButton = ({ icon, label, ...button }: Props) => (
  <button type="button" aria-label={label} title={label} {...button}>
    <Icon name={icon} />
  </button>
);
