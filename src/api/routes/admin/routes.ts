import { adminLogRoutes } from './action-log.ts';
import { adminConfigRoutes } from './config.ts';
import { adminContentRoutes } from './content.ts';
import { adminForumRoutes } from './forums.ts';
import { adminGroupRoutes } from './groups.ts';
import { adminJobRoutes } from './jobs.ts';
import { adminMailRoutes } from './mail.ts';
import { adminModerationRoutes } from './moderation.ts';
import { adminOverviewRoutes } from './overview.ts';
import { adminOwnDataRoutes } from './own-data.ts';
import { adminPublishingRoutes } from './publishing.ts';
import { adminSetupRoutes } from './setup.ts';
import { adminTokenRoutes } from './tokens.ts';
import { adminUserRoutes } from './users.ts';
import { adminWordRoutes } from './words.ts';

/** The calls of the admin area, one file per screen or resource. */
export const adminRoutes = [
  adminOverviewRoutes,
  adminModerationRoutes,
  adminContentRoutes,
  adminUserRoutes,
  adminOwnDataRoutes,
  adminWordRoutes,
  adminSetupRoutes,
  adminForumRoutes,
  adminGroupRoutes,
  adminConfigRoutes,
  adminPublishingRoutes,
  adminMailRoutes,
  adminLogRoutes,
  adminTokenRoutes,
  adminJobRoutes,
];
