import { type ComponentType, useState } from 'react';
import { pageArea } from '#stores/client/page-info.ts';
import { showErrorToast } from '#stores/client/toasts.ts';
import { shareWithSystem } from '#stores/thread/share.ts';
import { Icon } from '../components/Icon.tsx';
import { useTexts } from '../hooks/use-texts.ts';
import type { ShareProps } from './SharePopover.tsx';

const loadPopover = () => import('./SharePopover.tsx').then((module) => module.SharePopover);

/**
 * The button that shares the thread; the rest, with the drawing of the code, comes when it is
 * wanted.
 */
export function ShareButton(props: ShareProps) {
  const { t } = useTexts();
  const [Popover, setPopover] = useState<ComponentType<ShareProps>>();
  if (Popover) return <Popover {...props} />;
  const prefetch = () => void loadPopover().catch(() => undefined);
  const show = () => loadPopover().then((component) => setPopover(() => component), showErrorToast);
  const open = async () => {
    // Phones have a sheet of their own for it.
    if (pageArea() === 'phone' && 'share' in navigator && (await shareWithSystem(props.title)))
      return;
    await show();
  };
  return (
    <button
      className="share"
      type="button"
      data-act="share"
      aria-haspopup="dialog"
      aria-expanded="false"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => void open()}
    >
      <Icon name="share" />
      {t('thread.share')}
    </button>
  );
}
