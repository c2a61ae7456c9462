import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $toasts, dismissToast, type Toast } from '#client/core/toasts.ts';
import { useCountdown } from '../hooks/use-countdown.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { Icon } from './Icon.tsx';

/* Base UI's toasts would add 23 kB. Toasts stay while the pointer or focus is on them. */

/** Milliseconds for which a toast is shown. */
const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 15_000;

/** A link, or a button that also closes the toast. */
function ToastAction({ action, onDone }: { action: NonNullable<Toast['action']>; onDone(): void }) {
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

function ToastItem({ tip, held }: { tip: Toast; held: boolean }) {
  const { t } = useTexts();
  const seconds = useCountdown(tip.until);
  const isCountingDown = seconds > 0;
  useEffect(() => {
    if (held || isCountingDown || tip.stays) return undefined;
    const timer = setTimeout(
      dismissToast,
      tip.until ? 0 : tip.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS,
      tip.id,
    );
    return () => clearTimeout(timer);
  }, [tip, held, isCountingDown]);
  return (
    <div className={tip.isError ? 'toast bad' : 'toast'} data-type={tip.type}>
      <p>{t(tip.key, { ...tip.values, seconds })}</p>
      {tip.action && <ToastAction action={tip.action} onDone={() => dismissToast(tip.id)} />}
      <button type="button" aria-label={t('common.close')} onClick={() => dismissToast(tip.id)}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** The live region, mounted before the first toast, so that screen readers announce it. */
export function Toasts() {
  const tip = useStore($toasts).at(-1);
  const [held, setHeld] = useState(false);
  return (
    <div
      className="toasts"
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }) => key === 'Escape' && tip && dismissToast(tip.id)}
    >
      {tip && <ToastItem key={tip.id} tip={tip} held={held} />}
    </div>
  );
}
