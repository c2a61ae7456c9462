import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $tips, dismiss, type Tip } from '#stores/tips.ts';
import { useSecondsTo } from './countdown.ts';
import { Icon } from './Icon.tsx';
import { useTexts } from './text.ts';

/*
 * Base UI's toasts would weigh 23 kB before anything is told; what is told here is a line of text
 * that goes away, held while the pointer or the keyboard is on it.
 */

/** Milliseconds that a tip stays; one with something to do on it stays longer. */
const STAY = 6_000;
const STAY_WITH_ACTION = 15_000;

/** Leads somewhere, or does something and is done with. */
function Action({ action, onDone }: { action: NonNullable<Tip['action']>; onDone(): void }) {
  const { t } = useTexts();
  if (action.href !== undefined)
    return (
      <a href={action.href} rel="nofollow">
        {t(action.key)}
      </a>
    );
  const run = () => {
    onDone();
    action.run?.();
  };
  return (
    <button type="button" onClick={run}>
      {t(action.key)}
    </button>
  );
}

function OneTip({ tip, held }: { tip: Tip; held: boolean }) {
  const { t } = useTexts();
  const seconds = useSecondsTo(tip.until);
  const counting = seconds > 0;
  useEffect(() => {
    if (held || counting) return undefined;
    const timer = setTimeout(dismiss, tip.until ? 0 : tip.action ? STAY_WITH_ACTION : STAY, tip.id);
    return () => clearTimeout(timer);
  }, [tip, held, counting]);
  return (
    <div className={tip.bad ? 'toast bad' : 'toast'} data-type={tip.type}>
      <p>{t(tip.key, { ...tip.values, seconds })}</p>
      {tip.action && <Action action={tip.action} onDone={() => dismiss(tip.id)} />}
      <button type="button" aria-label={t('common.close')} onClick={() => dismiss(tip.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/**
 * The corner where tips are told. It is there before the first one, so that screen readers hear of
 * each.
 */
export function Tips() {
  const tips = useStore($tips);
  const [held, setHeld] = useState(false);
  return (
    <div
      className="toasts"
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }) => key === 'Escape' && tips.at(-1) && dismiss(tips.at(-1)?.id ?? 0)}
    >
      {tips.map((tip) => (
        <OneTip key={tip.id} tip={tip} held={held} />
      ))}
    </div>
  );
}
