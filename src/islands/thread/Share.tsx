import { type ComponentType, useState } from 'react';
import { pageArea } from '#stores/page.ts';
import { shareWithSystem } from '#stores/sharing.ts';
import { report } from '#stores/tips.ts';
import { Icon } from '../ui/Icon.tsx';
import { useTexts } from '../ui/text.ts';
import type { ShareProps } from './SharePopover.tsx';

const load = () => import('./SharePopover.tsx').then((module) => module.SharePopover);

/**
 * The button that shares the thread; the rest, with the drawing of the code, comes when it is
 * wanted.
 */
export function Share(props: ShareProps) {
  const { t } = useTexts();
  const [Popover, setPopover] = useState<ComponentType<ShareProps>>();
  if (Popover) return <Popover {...props} />;
  const fetch = () => void load().catch(() => undefined);
  const show = () => load().then((component) => setPopover(() => component), report);
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
      onPointerEnter={fetch}
      onFocus={fetch}
      onClick={() => void open()}
    >
      <Icon name="share" />
      {t('thread.share')}
    </button>
  );
}
