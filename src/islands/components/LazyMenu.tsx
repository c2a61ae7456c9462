import type { ComponentProps, ComponentType } from 'react';
import type { Act } from '#contracts/slots.ts';
import { useLazyOnIntent } from '../hooks/use-lazy-on-intent.ts';
import { Icon } from './Icon.tsx';

interface Props<Menu extends object> {
  label: string;
  /** Fetches the menu's component, which renders its own trigger and opens on mount. */
  load(): Promise<ComponentType<Menu>>;
  menu: Menu;
  /** Props of the button; default: three dots. */
  button?: Pick<ComponentProps<'button'>, 'className' | 'children'> & { 'data-act': Act };
}

/** The button of a menu, which is fetched with Base UI on intent. */
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
