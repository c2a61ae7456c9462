import { type IconName, icons } from '#styles/icons.ts';

/** An icon with a label, for meaning that no text beside it has; the markup of parts/Icon.tsx. */
export function NamedIcon({
  name,
  label,
  className,
}: {
  name: IconName;
  label: string;
  className: string;
}) {
  return (
    <svg className={`i ${className}`.trim()} viewBox="0 0 20 20" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={icons[name]} />
    </svg>
  );
}
