import { avatarDesignOf } from '#contracts/default-pictures.ts';
import type { Person } from '#contracts/page-model.ts';

interface Props {
  person: Pick<Person, 'id' | 'avatar'>;
  /** CSS pixels. */
  size: number;
}

export function Avatar({ person, size }: Props) {
  const { design, hue } = avatarDesignOf(person.id);
  return person.avatar ? (
    <img
      className="av"
      src={person.avatar}
      width={size}
      height={size}
      alt=""
      loading="lazy"
      decoding="async"
    />
  ) : (
    <svg className={`av h${hue}`} width={size} height={size} aria-hidden="true">
      <use href={`#a${design}`}></use>
    </svg>
  );
}
