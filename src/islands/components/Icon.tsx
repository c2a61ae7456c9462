import { type IconName, icons } from '#styles/icons.ts';

/** Shapes that only islands use. */
const islandShapes = {
  grip: 'M7.5 5v.01M12.5 5v.01M7.5 10v.01M12.5 10v.01M7.5 15v.01M12.5 15v.01',
} as const;

interface Props {
  name: IconName | keyof typeof islandShapes;
}

/** An icon by its path, for shapes that few islands use. */
export function Shape({ path }: { path: string | undefined }) {
  return (
    <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** A decorative icon: its text stands beside it, or its control has a label. */
export const Icon = ({ name }: Props) => (
  <Shape
    path={
      name in islandShapes
        ? islandShapes[name as keyof typeof islandShapes]
        : icons[name as IconName]
    }
  />
);
