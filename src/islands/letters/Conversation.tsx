import { useStore } from '@nanostores/react';
import {
  Fragment,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { call } from '#client/core/api.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { LETTERS_PER_PAGE, loadLetters } from '#client/messages/letters.ts';
import { $unreadCounts } from '#client/messages/unread-counts.ts';
import { $unsentWrites } from '#client/outbox/store-in-outbox.ts';
import { $reported } from '#client/thread/report.ts';
import { clientPagePath } from '#contracts/paths.ts';
import { formatDateTime, formatDay } from '#i18n/format.ts';
import { BannedGate } from '../account/BannedGate.tsx';
import { Avatar } from '../components/Avatar.tsx';
import { Button } from '../components/Button.tsx';
import { FieldProblem, FormError } from '../components/FormError.tsx';
import { Icon } from '../components/Icon.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { ProblemView } from '../components/ProblemView.tsx';
import { ReportMenu } from '../components/ReportMenu.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { UserHtml } from '../components/UserHtml.tsx';
import { UserLink } from '../components/UserLink.tsx';
import { useIsOffline } from '../hooks/use-is-offline.ts';
import { useQuery } from '../hooks/use-query.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { LetterForm } from './LetterForm.tsx';
import { type OutgoingLetter, useOutbox } from './use-outbox.ts';

/** The distance from the end (CSS pixels) within which a list counts as read to the end. */
const NEAR_END_PX = 8;

/**
 * Scrolls the list to its end when messages change (`newest`, `sending`) or their content grows
 * (sanitized text, pictures), unless the reader has scrolled up.
 */
function useScrollToEnd(
  newest: number | undefined,
  sending: number,
): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: messages are added and removed
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    let atEnd = true;
    let last = 0;
    const scrollToEnd = () => {
      if (!atEnd) return;
      box.scrollTop = box.scrollHeight;
      last = box.scrollTop;
    };
    const followReader = () => {
      if (box.scrollHeight - box.clientHeight - box.scrollTop < NEAR_END_PX) atEnd = true;
      // Grown content also moves the end out of view, but only a reader scrolls up.
      else if (box.scrollTop < last) atEnd = false;
      last = box.scrollTop;
    };
    scrollToEnd();
    const sizes = new ResizeObserver(scrollToEnd);
    for (const one of [box, ...box.children]) sizes.observe(one);
    box.addEventListener('scroll', followReader, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', followReader);
    };
  }, [newest, sending]);
  return list;
}

interface LetterProps {
  isOwn: boolean;
  html: string;
  /** The time of writing; undefined during sending. */
  at?: string;
  name: string;
  sending?: OutgoingLetter;
  onRetry?(): void;
  onTakeBack?(): void;
  /** Set for messages of the other member. */
  onReport?(): void;
}

function Letter({ isOwn, html, at, name, sending, onRetry, onTakeBack, onReport }: LetterProps) {
  const { t, lang } = useTexts();
  const sender = useStore($unsentWrites)[sending?.key ?? ''];
  const isOffline = useIsOffline();
  return (
    <li className={isOwn ? 'letter own' : 'letter'}>
      <span className="vh">{isOwn ? t('letters.you') : name}</span>
      <UserHtml html={html} className="message-text" />
      {at && (
        <time className="meta num" dateTime={at} data-full="clock">
          {formatDateTime(lang, new Date(at)).slice(-'HH:mm'.length)}
        </time>
      )}
      {onReport && <ReportMenu label={t('letters.menu', { name })} onReport={onReport} />}
      {sending && !sending.failure && (
        <span className="meta" role="status">
          {t('letters.sending')}
        </span>
      )}
      {sending?.failure && (
        <div className="failed">
          {sending.failure.isApiDown ? (
            <>
              <FieldProblem>{t(isOffline ? 'letters.offline' : 'letters.notSent')}</FieldProblem>
              {sender && (
                <p className="meta">
                  {t(sender === 'worker' ? 'letters.sentLater' : 'letters.sentNextVisit')}
                </p>
              )}
            </>
          ) : (
            <FormError failure={sending.failure} />
          )}
          <button className="link" type="button" onClick={onRetry}>
            {t('letters.retry')}
          </button>{' '}
          <button className="link" type="button" onClick={onTakeBack}>
            {t('letters.takeBack')}
          </button>
        </div>
      )}
    </li>
  );
}

const ReportDialog = lazy(() => import('../thread/ReportDialog.tsx'));

interface Props {
  me: number;
  otherId: number;
  /** The member was chosen as a recipient, so the field gets the focus. */
  shouldFocus: boolean;
  /** Called after messages were read or written, to reload the conversations. */
  onChanged(): void;
}

/** A conversation, newest message last. Opening it marks its messages as read. */
export function Conversation({ me, otherId, shouldFocus, onChanged }: Props) {
  const { t, lang, root } = useTexts();
  const counts = useStore($unreadCounts);
  const reported = useStore($reported);
  const [hasAllLetters, setHasAllLetters] = useState(false);
  const [loadingOlder, setLoadingOlder] = useState(false);
  const conversation = useQuery(`letters/${otherId}`, async () => {
    const [users, letters, { data: blocked }] = await Promise.all([
      call('GET /v1/user/list', { query: { ids: String(otherId) } }),
      loadLetters(otherId),
      call('GET /v1/user/letter/block', { query: { user_id: otherId } }),
    ]);
    if (letters.length < LETTERS_PER_PAGE) setHasAllLetters(true);
    return { person: users.data[0], letters, blocked };
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

  // A message that arrives is loaded, and so marked as read, when the page is visible.
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
        () => undefined, // the next event, or the reader, retries
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
      // preserves the scroll position
      requestAnimationFrame(() => (box.scrollTop = box.scrollHeight - below));
    } catch (error) {
      showErrorToast(error);
    }
    setLoadingOlder(false);
  };
  const toggleBlock = () => {
    const blocked = !value?.blocked;
    const body = { user_id: otherId, blocked };
    call('POST /v1/user/letter/block', { body }).then(() => {
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
          <UserLink user={person} />
        </h2>
        <Button onClick={toggleBlock}>{t(blocked ? 'letters.unblock' : 'letters.block')}</Button>
      </header>
      <ol
        className="message-list"
        ref={list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards reach scroll areas
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
            shouldFocus={shouldFocus}
            returned={outbox.returned}
            onSend={outbox.send}
          />
        </BannedGate>
      )}
    </>
  );
}
