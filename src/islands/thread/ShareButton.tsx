import { pageArea } from '#client/core/page-info.ts';
import { showErrorToast } from '#client/core/toasts.ts';
import { shareWithSystem } from '#client/thread/share.ts';
import { Icon } from '../components/Icon.tsx';
import { useLazyOnIntent } from '../hooks/use-lazy-on-intent.ts';
import { useTexts } from '../hooks/use-texts.ts';
import type { ShareProps } from './SharePopover.tsx';

const loadPopover = () => import('./SharePopover.tsx').then((module) => module.SharePopover);

/** Shares the thread. The popover, which draws a QR code, is fetched on intent. */
export function ShareButton(props: ShareProps) {
  const { t } = useTexts();
  const { Component, intentHandlers, open } = useLazyOnIntent<ShareProps>(loadPopover);
  if (Component) return <Component {...props} />;
  const share = async () => {
    // phones use the system's share sheet
    if (pageArea() === 'phone' && 'share' in navigator && (await shareWithSystem(props.title)))
      return;
    await open().catch(showErrorToast);
  };
  return (
    <button
      className="share"
      type="button"
      data-act="share"
      aria-haspopup="dialog"
      aria-expanded="false"
      {...intentHandlers}
      onClick={() => void share()}
    >
      <Icon name="share" />
      {t('thread.share')}
    </button>
  );
}
