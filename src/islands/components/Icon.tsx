import type { ComponentProps } from 'react';
import type { AnyIconName } from '#styles/forum-icons.ts';
import { icons } from '#styles/icons.ts';

const islandShapes = {
  grip: 'M7.5 5v.01M12.5 5v.01M7.5 10v.01M12.5 10v.01M7.5 15v.01M12.5 15v.01',
} as const;
const shapes: Readonly<Record<string, string>> = { ...islandShapes, ...icons };

interface ShapeProps extends ComponentProps<'svg'> {
  /** The name of the page's symbol. */
  name?: string;
  path: string | undefined;
}

/** An icon by its path. Pages have symbols for frequent icons (views/parts/sprite.ts). */
export const Shape = ({ name, path, children, ...attributes }: ShapeProps) => (
  <svg
    className="i"
    viewBox={import.meta.env.SSR ? undefined : '0 0 20 20'}
    aria-hidden="true"
    {...attributes}
  >
    {children}
    {import.meta.env.SSR ? <use href={`#i-${name}`} /> : <path d={path} />}
  </svg>
);

interface Props extends Omit<ShapeProps, 'path'> {
  /** The icons of styles/icons.ts. */
  name: AnyIconName | keyof typeof islandShapes;
}

/** A decorative icon: the label is a text next to it, or belongs to its control. */
export const Icon = (props: Props) => <Shape {...props} path={shapes[props.name]} />;
