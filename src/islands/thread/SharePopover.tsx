import { Popover } from '@base-ui/react/popover';
import { useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { pageArea } from '#client/core/page-info.ts';
import { canonicalUrl, loadShareConfig, shareWithSystem } from '#client/thread/share.ts';
import { Button } from '../components/Button.tsx';
import { FocusGuardFix } from '../components/FocusGuardFix.tsx';
import { Icon } from '../components/Icon.tsx';
import { BOTTOM_SHEET_STYLE } from '../components/Menu.tsx';
import { useOverlayHistory } from '../hooks/use-overlay-history.ts';
import { useTexts } from '../hooks/use-texts.ts';

export interface ShareProps {
  title: string;
}

/** A QR code as one path; cameras need dark on light in both themes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** A thread's link to copy or share, and as a QR code. Opens on mount. */
export function SharePopover({ title }: ShareProps) {
  const { t } = useTexts();
  const isSheet = pageArea() === 'phone';
  const [link] = useState(canonicalUrl);
  const [shown, setShown] = useState(true);
  const [outcome, setOutcome] = useState<'common.linkCopied' | 'share.copyByHand'>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => void loadShareConfig(), []);
  const show = (open: boolean): void => {
    setOutcome(undefined);
    setShown(open);
  };
  useOverlayHistory(shown, () => show(false));

  async function copy(): Promise<void> {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setOutcome('common.linkCopied');
    } catch {
      // without HTTPS there is no clipboard: the link is selected instead
      setOutcome('share.copyByHand');
    }
  }

  async function share(): Promise<void> {
    if (!(await shareWithSystem(title))) await copy();
  }

  const trigger = (
    <button className="share" type="button" data-act="share">
      <Icon name="share" />
      {t('thread.share')}
    </button>
  );
  return (
    <Popover.Root open={shown} onOpenChange={show}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal container={document.querySelector<HTMLElement>('#main')}>
        <FocusGuardFix />
        {isSheet && <Popover.Backdrop className="scrim" />}
        <Popover.Positioner
          className="positioner"
          align="end"
          sideOffset={8}
          collisionPadding={16}
          style={isSheet ? BOTTOM_SHEET_STYLE : undefined}
        >
          <Popover.Popup className="menu sharing">
            <Popover.Title className="vh">{t('share.title')}</Popover.Title>
            <div className="ask">
              <input
                ref={field}
                readOnly
                value={link}
                aria-label={t('share.link')}
                onFocus={(event) => event.currentTarget.select()}
              />
              <Button onClick={() => void copy()}>{t('common.copy')}</Button>
            </div>
            <p className="hint" role="status">
              {outcome ? t(outcome) : ''}
            </p>
            <QrCode text={link} label={t('share.code')} />
            <p className="hint">{t('share.scan')}</p>
            {'share' in navigator && (
              <Button onClick={() => void share()}>{t('share.system')}</Button>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
