import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { AdminScreen } from '#contracts/admin.ts';
import type { IconName } from '#styles/icons.ts';
import type { AdminShape } from './ui/AdminIcon.tsx';

interface Screen {
  icon: IconName | AdminShape;
  /** Fetched when somebody goes there. */
  View: LazyExoticComponent<ComponentType>;
  /** More than none is what somebody should look at: its number is red. */
  alarm?: boolean;
}

/**
 * What fills each screen. A new one is a name in contracts/admin.ts, a text below `admin.screen.`,
 * and a line here.
 */
export const SCREENS: Record<AdminScreen, Screen> = {
  '': { icon: 'chart', View: lazy(() => import('./dashboard/Dashboard.tsx')) },
  reports: { icon: 'report', View: lazy(() => import('./reports/Reports.tsx')), alarm: true },
  review: { icon: 'clock', View: lazy(() => import('./review/Review.tsx')) },
  threads: { icon: 'comment', View: lazy(() => import('./threads/Threads.tsx')) },
  users: { icon: 'user', View: lazy(() => import('./users/Users.tsx')) },
  words: { icon: 'letters', View: lazy(() => import('./words/Words.tsx')) },
  forums: { icon: 'grid', View: lazy(() => import('./forums/Forums.tsx')) },
  groups: { icon: 'shield', View: lazy(() => import('./groups/Groups.tsx')) },
  content: { icon: 'image', View: lazy(() => import('./config/Content.tsx')) },
  publishing: {
    icon: 'refresh',
    View: lazy(() => import('./publishing/Publishing.tsx')),
    alarm: true,
  },
  log: { icon: 'entries', View: lazy(() => import('./log/Log.tsx')) },
  tokens: { icon: 'key', View: lazy(() => import('./tokens/Tokens.tsx')) },
  jobs: { icon: 'gear', View: lazy(() => import('./jobs/Jobs.tsx')) },
};
