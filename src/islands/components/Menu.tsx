import { Menu as Base } from '@base-ui/react/menu';
import { type CSSProperties, type ReactElement, type ReactNode, useState } from 'react';
import { pageArea } from '#client/core/page-info.ts';
import { useOverlayHistory } from '../hooks/use-overlay-history.ts';
import { FocusGuardFix } from './FocusGuardFix.tsx';
import { Icon } from './Icon.tsx';

interface Props {
  trigger: ReactElement;
  children: ReactNode;
  /** The landmark element that contains the menu. */
  container: Element | null;
  /** Open on mount: the click on its button fetched the menu. */
  open?: boolean;
}

/** Replaces Base UI's position: on phones, CSS puts menus at the end of the screen. */
export const BOTTOM_SHEET_STYLE: CSSProperties = {
  position: 'fixed',
  inset: 'auto 0 0',
  transform: 'none',
};

/** A menu below a button, a bottom sheet on phones. Base UI handles keys and focus. */
export function Menu({ trigger, children, container, open = false }: Props) {
  const isSheet = pageArea() === 'phone';
  const [shown, setShown] = useState(open);
  useOverlayHistory(shown, () => setShown(false));
  return (
    <Base.Root open={shown} onOpenChange={setShown} modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={container as HTMLElement | null}>
        <FocusGuardFix />
        {isSheet && <Base.Backdrop className="scrim" />}
        <Base.Positioner
          className="positioner"
          align="end"
          sideOffset={8}
          style={isSheet ? BOTTOM_SHEET_STYLE : undefined}
        >
          <Base.Popup className="menu">{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return <Base.LinkItem href={href}>{children}</Base.LinkItem>;
}

export function MenuButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <Base.Item nativeButton render={<button type="button" />} onClick={onClick}>
      {children}
    </Base.Item>
  );
}

export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className="label">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

interface Choice {
  value: string;
  name: string;
  /** The meaning of the choice. */
  hint: string;
}

/** A menu group with one selected choice; choosing closes the menu. */
export function MenuChoices({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChoose(value: string): void;
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="label">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(chosen: string) => onChoose(chosen)}>
        {choices.map((choice) => (
          <Base.RadioItem
            key={choice.value}
            value={choice.value}
            closeOnClick
            nativeButton
            render={<button type="button" className="choice" />}
          >
            <Icon name="check" />
            <span>
              {choice.name}
              <small>{choice.hint}</small>
            </span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export const MenuSeparator = () => <Base.Separator />;
