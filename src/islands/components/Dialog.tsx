import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { useOverlayHistory } from '../hooks/use-overlay-history.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { FocusGuardFix } from './FocusGuardFix.tsx';
import { Icon } from './Icon.tsx';

interface Props {
  title: string;
  /** The text below the title. */
  text?: string | undefined;
  children: ReactNode;
  /** Wide enough for two columns. */
  wide?: boolean;
  onClose(): void;
}

/** A dialog that is open while it is mounted. Base UI handles its keys and focus. */
export function Dialog({ title, text, children, wide = false, onClose }: Props) {
  const { t } = useTexts();
  useOverlayHistory(true, onClose);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <FocusGuardFix />
        <Base.Backdrop className="scrim" />
        <Base.Popup className={wide ? 'dialog wide' : 'dialog'}>
          <Base.Title>{title}</Base.Title>
          {text && <Base.Description>{text}</Base.Description>}
          {children}
          <Base.Close className="close" aria-label={t('common.close')}>
            <Icon name="close" />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
