import type { IconName } from '#styles/icons.ts';
import { Icon, Shape } from '../../components/Icon.tsx';

/** Shapes that only the admin area uses; members don't fetch them. */
const adminShapes = {
  shield: 'M10 2.8l6 2.2v4.6c0 3.6-2.4 6.2-6 7.6-3.6-1.4-6-4-6-7.6V5z',
  entries: 'M4.5 3h11v14h-11zM7.5 7h5M7.5 10h5M7.5 13h3',
  key: 'M6.8 9.7a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM9.4 10.8l7.1-7.3M13.2 6.8l2.4 2.4M11 9.1l1.6 1.6',
} as const;
export type AdminShape = keyof typeof adminShapes;

export const AdminIcon = ({ name }: { name: IconName | AdminShape }) =>
  name in adminShapes ? (
    <Shape path={adminShapes[name as AdminShape]} />
  ) : (
    <Icon name={name as IconName} />
  );
