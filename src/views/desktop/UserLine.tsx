import { htmlLang } from '#contracts/language.ts';
import type { Person } from '#contracts/page-model.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { Avatar } from '#islands/components/Avatar.tsx';

interface Props {
  person: Person;
  href: string;
  text: string;
}

export function UserLine({ person, href, text }: Props) {
  return (
    <a className="person" href={href}>
      <Avatar person={person} size={36} />
      <span>
        <span className="name">{person.nickname}</span>
        <span className="meta" lang={text && htmlLang(guessLang(text))}>
          {text}
        </span>
      </span>
    </a>
  );
}
