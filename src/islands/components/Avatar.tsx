import { avatarDesignOf, isDrawnAvatar } from '#contracts/default-pictures.ts';
import { avatarDesigns } from '#styles/avatars.ts';

interface Props {
  person: { id: number; avatar: string };
  /** CSS pixels. */
  size: number;
}

/** An uploaded or drawn avatar; pages have a symbol for each drawing that they use. */
export function Avatar({ person, size }: Props) {
  if (person.avatar && !isDrawnAvatar(person.avatar))
    return (
      <img
        className="av"
        src={person.avatar}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        decoding="async"
      />
    );
  const { design, hue } = avatarDesignOf(person.id);
  return (
    <svg
      className={`av h${hue}`}
      width={size}
      height={size}
      viewBox={import.meta.env.SSR ? undefined : '0 0 40 40'}
      aria-hidden="true"
    >
      {import.meta.env.SSR ? (
        <use href={`#a${design}`} />
      ) : (
        avatarDesigns[design]?.map((shape) =>
          'd' in shape ? <path key={shape.d} {...shape} /> : <circle key={shape.r} {...shape} />,
        )
      )}
    </svg>
  );
}
