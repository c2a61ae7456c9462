import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { Guards } from './Guards.tsx';

interface Props {
  /** The button that opens it. */
  trigger: ReactElement;
  children: ReactNode;
  /** The landmark's element that the menu belongs to. */
  container: Element | null;
  /** Whether it begins open; for one that was fetched by the click on its button. */
  open?: boolean;
}

/** A menu below a button, at its end. Keys, focus and its way back are Base UI's. */
export function Menu({ trigger, children, container, open = false }: Props) {
  return (
    <Base.Root defaultOpen={open} modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={container as HTMLElement | null}>
        <Guards />
        <Base.Positioner className="positioner" align="end" sideOffset={8}>
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

export const MenuLine = () => <Base.Separator />;
