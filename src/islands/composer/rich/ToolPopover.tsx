import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useState } from 'react';
import { FocusGuardFix } from '../../components/FocusGuardFix.tsx';
import { useOverlayHistory } from '../../hooks/use-overlay-history.ts';
import { ToolButton } from './ToolButton.tsx';
import type { ToolIconName } from './ToolIcon.tsx';

interface Props {
  name: string;
  icon: ToolIconName;
  /** The keyboard shortcut for the tooltip. */
  keys?: string | undefined;
  pressed?: boolean | undefined;
  disabled: boolean;
  container: HTMLElement | null;
  open?: boolean;
  onOpen?(open: boolean): void;
  children(close: () => void): ReactNode;
}

/** A tool with a form in a popover; Base UI handles its focus. */
export function ToolPopover({
  name,
  icon,
  keys,
  pressed,
  disabled,
  container,
  open: controlledOpen,
  onOpen,
  children,
}: Props) {
  const [ownOpen, setOwnOpen] = useState(false);
  const open = controlledOpen ?? ownOpen;
  const change = onOpen ?? setOwnOpen;
  useOverlayHistory(open, () => change(false));
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger
        render={
          <ToolButton
            name={name}
            icon={icon}
            keys={keys}
            disabled={disabled}
            aria-pressed={pressed}
          />
        }
      />
      <Popover.Portal container={container}>
        <FocusGuardFix />
        <Popover.Positioner
          className="positioner"
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          <Popover.Popup className="sheet" aria-label={name}>
            {children(() => change(false))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
