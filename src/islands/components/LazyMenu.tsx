import { type ComponentProps, type ComponentType, useState } from 'react';
import type { Act } from '#contracts/slots.ts';
import { Icon } from './Icon.tsx';

interface Props<Menu extends object> {
  label: string;
  /** Fetches the menu, which begins open and brings its own trigger. */
  load(): Promise<ComponentType<Menu>>;
  menu: Menu;
  /** How the button looks, where it isn't three dots. */
  button?: Pick<ComponentProps<'button'>, 'className' | 'children'> & { 'data-act': Act };
}

/** The button of a menu; the menu comes with Base UI when somebody reaches for it. */
export function LazyMenu<Menu extends object>({ label, load, menu, button }: Props<Menu>) {
  const [LoadedMenu, setLoadedMenu] = useState<ComponentType<Menu>>();
  if (LoadedMenu) return <LoadedMenu {...menu} />;
  const prefetch = () => void load().catch(() => undefined);
  return (
    <button
      type="button"
      className="more-acts"
      data-act="own"
      aria-haspopup="menu"
      aria-expanded="false"
      aria-label={label}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => void load().then((component) => setLoadedMenu(() => component))}
      {...button}
    >
      {button?.children ?? <Icon name="more" />}
    </button>
  );
}
