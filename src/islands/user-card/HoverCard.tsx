import { PreviewCard } from '@base-ui/react/preview-card';
import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $account } from '#client/account/account.ts';
import { pageArea } from '#client/core/page-info.ts';
import type { UserCardData } from '#client/user/user-card.ts';
import { setWatchLevel } from '#client/watch/edit-watching.ts';
import { $watchLevels, watchKey } from '#client/watch/watching.ts';
import { htmlLang } from '#contracts/language.ts';
import { lettersPath, userPath } from '#contracts/paths.ts';
import { formatNumber, yearOf } from '#i18n/format.ts';
import { guessLang } from '#i18n/text-segments.ts';
import { Avatar } from '../components/Avatar.tsx';
import { BOTTOM_SHEET_STYLE } from '../components/Menu.tsx';
import { useOverlayHistory } from '../hooks/use-overlay-history.ts';
import { useTexts } from '../hooks/use-texts.ts';

/** Milliseconds for the pointer to cross the gap between name and card. */
const CLOSE_DELAY_MS = 300;

function Actions({ userId }: { userId: number }) {
  const { t, root } = useTexts();
  const key = watchKey('user', userId);
  const level = useStore($watchLevels, { keys: [key] })[key];
  const isIgnored = level === 'muted';
  const isWatched = level === 'all' || level === 'threads';
  return (
    <div className="ways">
      <a className="btn" href={lettersPath(root, userId)} rel="nofollow">
        {t('user.letter')}
      </a>
      <button
        className="btn"
        type="button"
        aria-pressed={isWatched}
        onClick={() => void setWatchLevel('user', userId, isWatched ? null : 'all')}
      >
        {t(isWatched ? 'watch.watched' : 'watch.watch')}
      </button>
      <button
        className="btn"
        type="button"
        aria-pressed={isIgnored}
        onClick={() => void setWatchLevel('user', userId, isIgnored ? null : 'muted')}
      >
        {t(isIgnored ? 'watch.ignored' : 'watch.ignore')}
      </button>
    </div>
  );
}

/** A user's level and role, and the counts of their posts. */
function Content({ user }: { user: UserCardData }) {
  const { t, lang, root } = useTexts();
  const reader = useStore($account)?.id;
  const numbers = {
    threads: user.threads_cnt,
    replies: user.posts_cnt - user.threads_cnt,
    featured: user.featured_num,
    likes: user.like_cnt,
  };
  return (
    <>
      <a className="person" href={userPath(root, user.id)}>
        <Avatar person={user} size={48} />
        <span>
          <b translate="no">{user.nickname}</b>
          <span className="meta">
            {[
              `${t('common.level', { n: user.level })} ${user.levels.level_name}`,
              user.group_name,
              t('thread.joined', { year: yearOf(new Date(user.created_at)) }),
            ].join(' · ')}
          </span>
        </span>
      </a>
      {user.allow_speak || <p className="banned">{t('user.banned')}</p>}
      {user.desc && (
        <p className="about" lang={htmlLang(guessLang(user.desc))}>
          {user.desc}
        </p>
      )}
      <dl className="num">
        {Object.entries(numbers).map(([what, count]) => (
          <div key={what}>
            <dt>{t(`thread.numbers.${what as keyof typeof numbers}`)}</dt>
            <dd>{formatNumber(lang, count)}</dd>
          </div>
        ))}
      </dl>
      {reader !== undefined && reader !== user.id && <Actions userId={user.id} />}
    </>
  );
}

interface Props {
  user: UserCardData;
  /** The name or avatar of the card's user. */
  anchor: HTMLElement;
  /** Opened by touch: stays until it is closed. */
  isPressed: boolean;
  /** `refocus`: the focus was in the card, and returns to the name. */
  onClose(refocus: boolean): void;
}

/**
 * A user's card at their name, on phones a sheet. Stays while name or card has the pointer or
 * focus. Tab moves from the name into the card and then to the name's next element; Escape closes
 * it (WCAG 1.4.13).
 */
export function HoverCard({ user, anchor, isPressed, onClose }: Props) {
  const isSheet = pageArea() === 'phone';
  const popup = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useOverlayHistory(true, () => close.current(false));

  useEffect(() => {
    if (isPressed) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isHeld = () =>
      anchor.matches(':hover, :focus-visible') ||
      popup.current?.matches(':hover, :has(:focus-visible)') === true;
    const closeUnlessHeld = () => {
      timer = undefined;
      if (!isHeld()) close.current(false);
    };
    const check = () => {
      if (!isHeld()) timer ??= setTimeout(closeUnlessHeld, CLOSE_DELAY_MS);
    };
    const moves = ['pointerover', 'focusin', 'focusout'] as const;
    for (const move of moves) document.addEventListener(move, check);
    document.documentElement.addEventListener('pointerleave', check);
    return () => {
      clearTimeout(timer);
      for (const move of moves) document.removeEventListener(move, check);
      document.documentElement.removeEventListener('pointerleave', check);
    };
  }, [anchor, isPressed]);

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { activeElement: active } = document;
      if (event.key === 'Escape') {
        event.stopPropagation();
        close.current(popup.current?.contains(active) === true);
      }
      if (event.key !== 'Tab') return;
      const controls = [...(popup.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
      if (active === controls[event.shiftKey ? 0 : controls.length - 1]) {
        anchor.focus({ preventScroll: true });
        // forwards, the browser continues from the name
        if (event.shiftKey) event.preventDefault();
      } else if (active === anchor && !event.shiftKey) {
        event.preventDefault();
        controls[0]?.focus();
      }
    };
    document.addEventListener('keydown', handleKey, true);
    return () => document.removeEventListener('keydown', handleKey, true);
  }, [anchor]);

  return (
    <PreviewCard.Root
      open
      onOpenChange={(open, { event }) => {
        // the finger that opened it is released from the name
        if (!open && !anchor.contains(event.target as Node | null)) onClose(false);
      }}
    >
      <PreviewCard.Portal container={document.querySelector<HTMLElement>('#main')}>
        {isSheet && <PreviewCard.Backdrop className="scrim" />}
        <PreviewCard.Positioner
          className="positioner"
          anchor={anchor}
          align="start"
          sideOffset={6}
          collisionPadding={16}
          style={isSheet ? BOTTOM_SHEET_STYLE : undefined}
        >
          <PreviewCard.Popup
            ref={popup}
            className="menu user-card"
            role="dialog"
            aria-label={user.nickname}
          >
            <Content user={user} />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}
