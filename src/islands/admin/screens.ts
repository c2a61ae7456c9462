import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { ADMIN_SCREENS, type AdminScreen, adminScreenKey } from '#contracts/admin.ts';

/**
 * The components of screens, one in the folder of each; a screen's is fetched when it is opened.
 */
const loaders = import.meta.glob<{ default: ComponentType }>('./*/*Screen.tsx');

function findLoader(screen: AdminScreen): () => Promise<{ default: ComponentType }> {
  const folder = `./${adminScreenKey(screen)}/`;
  const path = Object.keys(loaders).find((one) => one.startsWith(folder));
  const load = path === undefined ? undefined : loaders[path];
  if (!load) throw new Error(`No component for the screen ${screen}: islands/admin/${folder}`);
  return load;
}

/** The component of each screen. */
export const ADMIN_SCREEN_VIEWS = Object.fromEntries(
  ADMIN_SCREENS.map((screen) => [screen, lazy(findLoader(screen))]),
) as Record<AdminScreen, LazyExoticComponent<ComponentType>>;
