import { type IconName, icons } from '#styles/icons.ts';

/** Shapes that only islands use. */
const own = { italic: 'M8.5 4h6M5.5 16h6M11.7 4 8.3 16', grip: 'M7.5 5v.01M12.5 5v.01M7.5 10v.01M12.5 10v.01M7.5 15v.01M12.5 15v.01' } as const;

interface Props {
  name: IconName | keyof typeof own;
}

/** Stands beside its text, or in a control that has a name. */
export function Icon({ name }: Props) {
  return (
    <svg className="i" viewBox="0 0 20 20" aria-hidden="true">
      <path d={name === 'italic' || name === 'grip' ? own[name] : icons[name]} />
    </svg>
  );
}
