import { type IconName, icons } from '#styles/icons.ts';

/**
 * An icon that says something which stands nowhere else; as parts/Icon.astro prints one with a
 * label.
 */
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
