import { useStore } from '@nanostores/react';
import { Fragment, lazy, Suspense, useEffect, useState } from 'react';
import { showErrorToast } from '#client/core/toasts.ts';
import {
  isBlocked,
  LETTERS_PER_PAGE,
  loadLetters,
  loadUserBrief,
  setBlocked,
} from '#client/messages/letters.ts';
import { $unreadCounts } from '#client/messages/unread-counts.ts';
import { $reported } from '#client/thread/report.ts';
import { clientPagePath, userPath } from '#contracts/paths.ts';
import { formatDay } from '#i18n/format.ts';
import { BannedGate } from '../account/BannedGate.tsx';
import { Avatar } from '../components/Avatar.tsx';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { ProblemView } from '../components/ProblemView.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Letter } from './Letter.tsx';
import { LetterForm } from './LetterForm.tsx';
import { useOutbox } from './use-outbox.ts';
import { useScrollToEnd } from './use-scroll-to-end.ts';

const ReportDialog = lazy(() => import('../thread/ReportDialog.tsx'));

interface Props {
  me: number;
  otherId: number;
  /**
   * Called when letters were read or written, so that the list of conversations is loaded again.
   */
  onChanged(): void;
}

/** A conversation's letters, newest at the end. Opening it marks them as read. */
export function Conversation({ me, otherId, onChanged }: Props) {
  const { t, lang, root } = useTexts();
  const counts = useStore($unreadCounts);
  const reported = useStore($reported);
  const [hasAllLetters, setHasAllLetters] = useState(false);
  const [loadingOlder, setLoadingOlder] = useState(false);
  const conversation = useQuery(`letters/${otherId}`, async () => {
    const [person, letters, blocked] = await Promise.all([
      loadUserBrief(otherId),
      loadLetters(otherId),
      isBlocked(otherId),
    ]);
    if (letters.length < LETTERS_PER_PAGE) setHasAllLetters(true);
    return { person, letters, blocked };
  });
  const { value, failure, reload, update } = conversation;
  const outbox = useOutbox(me, otherId, value?.person?.nickname ?? '', (letter) => {
    if (letter)
      update((now) => ({
        ...now,
        letters: [...now.letters.filter(({ id }) => id !== letter.id), letter],
      }));
    else reload(true);
    onChanged();
  });

  // A letter that arrives is loaded, and so marked as read, when the page is visible.
  useEffect(() => {
    const readNew = () => {
      if (document.hidden || !counts?.letter_msg_count) return;
      loadLetters(otherId).then(
        (newest) => {
          update((now) => ({
            ...now,
            letters: [...now.letters.filter(({ id }) => id < (newest[0]?.id ?? 0)), ...newest],
          }));
          onChanged();
        },
        () => undefined, // the next event, or the reader, tries again
      );
    };
    readNew();
    document.addEventListener('visibilitychange', readNew);
    return () => document.removeEventListener('visibilitychange', readNew);
  }, [counts, otherId, update, onChanged]);

  const sending = outbox.letters.length;
  const list = useScrollToEnd(value?.letters.at(-1)?.id, sending);

  const loadOlder = async () => {
    const box = list.current;
    const first = value?.letters[0];
    if (!box || !first || loadingOlder) return;
    setLoadingOlder(true);
    try {
      const below = box.scrollHeight - box.scrollTop;
      const letters = await loadLetters(otherId, first.id);
      if (letters.length < LETTERS_PER_PAGE) setHasAllLetters(true);
      update((now) => ({ ...now, letters: [...letters, ...now.letters] }));
      // what was in view stays there
      requestAnimationFrame(() => (box.scrollTop = box.scrollHeight - below));
    } catch (error) {
      showErrorToast(error);
    }
    setLoadingOlder(false);
  };
  const toggleBlock = () => {
    const blocked = !value?.blocked;
    setBlocked(otherId, blocked).then(() => {
      update((now) => ({ ...now, blocked }));
      onChanged();
    }, showErrorToast);
  };

  if (failure) return <LoadError failure={failure} onRetry={reload} />;
  if (!value) return <Skeleton rows={4} />;
  const { person, letters, blocked } = value;
  if (!person) return <ProblemView code={404} level={2} />;
  const formatLetterDay = (at: string | undefined) => (at ? formatDay(lang, new Date(at)) : '');
  return (
    <>
      <header>
        <a
          className="back"
          href={clientPagePath(root, 'me/letters')}
          aria-label={t('letters.back')}
        >
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
        {!hasAllLetters && (
          <li className="older">
            <Button isInactive={loadingOlder} onClick={() => void loadOlder()}>
              {t('letters.older')}
            </Button>
          </li>
        )}
        {letters.length === 0 && sending === 0 && (
          <li className="none">{t('letters.first', { name: person.nickname })}</li>
        )}
        {letters.map((letter, index) => (
          <Fragment key={letter.id}>
            {formatLetterDay(letter.created_at) !==
              formatLetterDay(letters[index - 1]?.created_at) && (
              <li className="day meta">
                <span>{formatLetterDay(letter.created_at)}</span>
              </li>
            )}
            <Letter
              isOwn={letter.send_user_id === me}
              html={letter.note}
              at={letter.created_at}
              name={letter.send_user_nickname}
              {...(letter.send_user_id === me
                ? {}
                : { onReport: () => $reported.set({ kind: 'letter', letterId: letter.id }) })}
            />
          </Fragment>
        ))}
        {outbox.letters.map((letter) => (
          <Letter
            key={letter.key}
            isOwn
            html={letter.html}
            name=""
            sending={letter}
            onRetry={() => outbox.retry(letter.key)}
            onTakeBack={() => outbox.takeBack(letter.key)}
          />
        ))}
      </ol>
      <Suspense>{reported && <ReportDialog target={reported} />}</Suspense>
      {blocked ? (
        <p className="none">{t('letters.blockedHint', { name: person.nickname })}</p>
      ) : (
        <BannedGate>
          <LetterForm
            me={me}
            otherId={otherId}
            name={person.nickname}
            returned={outbox.returned}
            onSend={outbox.send}
          />
        </BannedGate>
      )}
    </>
  );
}
