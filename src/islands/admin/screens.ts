import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { AdminScreen } from '#contracts/admin.ts';
import type { IconName } from '#styles/icons.ts';
import type { AdminShape } from './components/AdminIcon.tsx';

interface Screen {
  icon: IconName | AdminShape;
  /** Fetched when somebody goes there. */
  View: LazyExoticComponent<ComponentType>;
  /** More than none is what somebody should look at: its number is red. */
  isAlarming?: boolean;
}

/**
 * What fills each screen. A new one is a name in contracts/admin.ts, a text below `admin.screen.`,
 * and a line here.
 */
export const ADMIN_SCREEN_VIEWS: Record<AdminScreen, Screen> = {
  '': { icon: 'chart', View: lazy(() => import('./dashboard/DashboardScreen.tsx')) },
  reports: {
    icon: 'report',
    View: lazy(() => import('./reports/ReportsScreen.tsx')),
    isAlarming: true,
  },
  review: { icon: 'clock', View: lazy(() => import('./review/ReviewScreen.tsx')) },
  threads: { icon: 'comment', View: lazy(() => import('./threads/ThreadsScreen.tsx')) },
  users: { icon: 'user', View: lazy(() => import('./users/UsersScreen.tsx')) },
  words: { icon: 'letters', View: lazy(() => import('./words/WordsScreen.tsx')) },
  forums: { icon: 'grid', View: lazy(() => import('./forums/ForumsScreen.tsx')) },
  groups: { icon: 'shield', View: lazy(() => import('./groups/GroupsScreen.tsx')) },
  content: { icon: 'image', View: lazy(() => import('./config/ConfigScreen.tsx')) },
  publishing: {
    icon: 'refresh',
    View: lazy(() => import('./publishing/PublishingScreen.tsx')),
    isAlarming: true,
  },
  log: { icon: 'entries', View: lazy(() => import('./log/ActionLogScreen.tsx')) },
  tokens: { icon: 'key', View: lazy(() => import('./tokens/TokensScreen.tsx')) },
  jobs: { icon: 'gear', View: lazy(() => import('./jobs/JobsScreen.tsx')) },
};
