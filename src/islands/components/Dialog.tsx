import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { useOverlayHistory } from '../hooks/use-overlay-history.ts';
import { useTexts } from '../hooks/use-texts.ts';
import { FocusGuardFix } from './FocusGuardFix.tsx';
import { Icon } from './Icon.tsx';

interface Props {
  title: string;
  text?: string | undefined;
  children: ReactNode;
  /** Wide enough for two columns. */
  wide?: boolean;
  /** The element to focus first; default: the first focusable one. */
  findFirstFocus?(dialog: HTMLElement): HTMLElement | undefined;
  onClose(): void;
}

/** Whether the user typed text that a field still has. */
const holdsText = (dialog: HTMLElement): boolean =>
  [...dialog.querySelectorAll<HTMLInputElement>('textarea, input:not([type]), [type="text"]')].some(
    ({ value }) => value.trim() !== '',
  );

/**
 * A dialog, open while mounted; Base UI handles keys and focus. A press outside closes it, but not
 * by accident after typing.
 */
export function Dialog({ title, text, children, wide = false, findFirstFocus, onClose }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  const isTypedIn = useRef(false);
  const { t } = useTexts();
  useOverlayHistory(true, onClose);
  return (
    <Base.Root
      open
      onOpenChange={(open, { reason }) => {
        const staysOpen =
          reason === 'outside-press' &&
          isTypedIn.current &&
          popup.current !== null &&
          holdsText(popup.current);
        if (!open && !staysOpen) onClose();
      }}
    >
      <Base.Portal>
        <FocusGuardFix />
        <Base.Backdrop className="scrim" />
        <Base.Popup
          ref={popup}
          onInput={() => {
            isTypedIn.current = true;
          }}
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
