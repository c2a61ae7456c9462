import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
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
  /** Chooses the element to focus first; undefined for the first that can be focused. */
  findFirstFocus?(dialog: HTMLElement): HTMLElement | undefined;
  onClose(): void;
}

/** A dialog that is open while it is mounted. Base UI handles its keys and focus. */
export function Dialog({ title, text, children, wide = false, findFirstFocus, onClose }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  const { t } = useTexts();
  useOverlayHistory(true, onClose);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <FocusGuardFix />
        <Base.Backdrop className="scrim" />
        <Base.Popup
          ref={popup}
          className={wide ? 'dialog wide' : 'dialog'}
          initialFocus={() => (popup.current && findFirstFocus?.(popup.current)) ?? true}
        >
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
