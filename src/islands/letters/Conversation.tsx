import { useStore } from '@nanostores/react';
import { Fragment, useEffect, useState } from 'react';
import { roomPath, userPath } from '#contracts/paths.ts';
import { formatDay } from '#i18n/format.ts';
import {
  findPerson,
  isBlocked,
  LETTERS_AT_ONCE,
  readLetters,
  setBlocked,
} from '#stores/letters.ts';
import { report } from '#stores/tips.ts';
import { $counts } from '#stores/unread.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Bones } from '../ui/Bones.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useLoaded } from '../ui/loaded.ts';
import { ProblemView } from '../ui/ProblemView.tsx';
import { Trouble } from '../ui/Trouble.tsx';
import { useTexts } from '../ui/text.ts';
import { useEndInView } from './end.ts';
import { Letter } from './Letter.tsx';
import { useOutbox } from './outbox.ts';
import { WriteLetter } from './WriteLetter.tsx';

interface Props {
  me: number;
  otherId: number;
  /** Letters were read or written: the list of conversations is another one now. */
  onChanged(): void;
}

/** The letters of two people, the newest at the end; opening it reads them. */
export function Conversation({ me, otherId, onChanged }: Props) {
  const { t, lang, root } = useTexts();
  const counts = useStore($counts);
  const [begun, setBegun] = useState(false);
  const [loadingOlder, setLoadingOlder] = useState(false);
  const talk = useLoaded(`letters/${otherId}`, async () => {
    const [person, letters, blocked] = await Promise.all([
      findPerson(otherId),
      readLetters(otherId),
      isBlocked(otherId),
    ]);
    if (letters.length < LETTERS_AT_ONCE) setBegun(true);
    return { person, letters, blocked };
  });
  const { value, failure, again, change } = talk;
  const outbox = useOutbox(me, otherId, (letter) => {
    if (letter)
      change((now) => ({
        ...now,
        letters: [...now.letters.filter(({ id }) => id !== letter.id), letter],
      }));
    else again(true);
    onChanged();
  });

  // A letter that arrives is fetched, and so read, when the reader can see it.
  useEffect(() => {
    const look = () => {
      if (document.hidden || !counts?.letter_msg_count) return;
      readLetters(otherId).then(
        (newest) => {
          change((now) => ({
            ...now,
            letters: [...now.letters.filter(({ id }) => id < (newest[0]?.id ?? 0)), ...newest],
          }));
          onChanged();
        },
        () => undefined, // the next event, or the reader, tries again
      );
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [counts, otherId, change, onChanged]);

  const sending = outbox.letters.length;
  const list = useEndInView(value?.letters.at(-1)?.id, sending);

  const older = async () => {
    const box = list.current;
    const first = value?.letters[0];
    if (!box || !first || loadingOlder) return;
    setLoadingOlder(true);
    try {
      const below = box.scrollHeight - box.scrollTop;
      const letters = await readLetters(otherId, first.id);
      if (letters.length < LETTERS_AT_ONCE) setBegun(true);
      change((now) => ({ ...now, letters: [...letters, ...now.letters] }));
      // what was in view stays there
      requestAnimationFrame(() => (box.scrollTop = box.scrollHeight - below));
    } catch (error) {
      report(error);
    }
    setLoadingOlder(false);
  };
  const toggleBlock = () => {
    const blocked = !value?.blocked;
    setBlocked(otherId, blocked).then(() => {
      change((now) => ({ ...now, blocked }));
      onChanged();
    }, report);
  };

  if (failure) return <Trouble failure={failure} onAgain={again} />;
  if (!value) return <Bones rows={4} />;
  const { person, letters, blocked } = value;
  if (!person) return <ProblemView code={404} level={2} />;
  const dayOf = (at: string | undefined) => (at ? formatDay(lang, new Date(at)) : '');
  return (
    <>
      <header>
        <a className="back" href={roomPath(root, 'me/letters')} aria-label={t('letters.back')}>
          <Icon name="left" />
        </a>
        <Avatar person={person} size={32} />
        <h2>
          <a className="name hover" href={userPath(root, person.id)}>
            {person.nickname}
          </a>
        </h2>
        <Button onClick={toggleBlock}>{t(blocked ? 'letters.unblock' : 'letters.block')}</Button>
      </header>
      <ol
        className="said-list"
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards reach what scrolls
        tabIndex={0}
        aria-label={t('letters.with', { name: person.nickname })}
      >
        {!begun && (
          <li className="older">
            <Button idle={loadingOlder} onClick={() => void older()}>
              {t('letters.older')}
            </Button>
          </li>
        )}
        {letters.length === 0 && sending === 0 && (
          <li className="none">{t('letters.first', { name: person.nickname })}</li>
        )}
        {letters.map((letter, index) => (
          <Fragment key={letter.id}>
            {dayOf(letter.created_at) !== dayOf(letters[index - 1]?.created_at) && (
              <li className="day meta">
                <span>{dayOf(letter.created_at)}</span>
              </li>
            )}
            <Letter
              own={letter.send_user_id === me}
              html={letter.message_fmt}
              at={letter.created_at}
              name={letter.send_user_nickname}
            />
          </Fragment>
        ))}
        {outbox.letters.map((letter) => (
          <Letter
            key={letter.key}
            own
            html={letter.html}
            name=""
            sending={letter}
            onRetry={() => outbox.retry(letter.key)}
            onTakeBack={() => outbox.takeBack(letter.key)}
          />
        ))}
      </ol>
      {blocked ? (
        <p className="none">{t('letters.blockedHint', { name: person.nickname })}</p>
      ) : (
        <WriteLetter
          me={me}
          otherId={otherId}
          name={person.nickname}
          returned={outbox.returned}
          onSend={outbox.send}
        />
      )}
    </>
  );
}
