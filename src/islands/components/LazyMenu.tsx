import type { ComponentProps, ComponentType } from 'react';
import type { Act } from '#contracts/slots.ts';
import { useLazyOnIntent } from '../hooks/use-lazy-on-intent.ts';
import { Icon } from './Icon.tsx';

interface Props<Menu extends object> {
  label: string;
  /** Fetches the menu's component, which opens when mounted and renders its own trigger. */
  load(): Promise<ComponentType<Menu>>;
  menu: Menu;
  /** Props of the button; three dots without them. */
  button?: Pick<ComponentProps<'button'>, 'className' | 'children'> & { 'data-act': Act };
}

/** The button of a menu. The menu and Base UI are fetched on intent. */
export function LazyMenu<Menu extends object>({ label, load, menu, button }: Props<Menu>) {
  const { Component, intentHandlers, open } = useLazyOnIntent(load);
  if (Component) return <Component {...menu} />;
  return (
    <button
      type="button"
      className="more-acts"
      data-act="more"
      aria-haspopup="menu"
      aria-expanded="false"
      aria-label={label}
      {...intentHandlers}
      onClick={() => void open()}
      {...button}
    >
      {button?.children ?? <Icon name="more" />}
    </button>
  );
}
