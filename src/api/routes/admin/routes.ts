import { adminLogRoutes } from './action-log.ts';
import { adminActionRoutes } from './actions.ts';
import { adminConfigRoutes } from './config.ts';
import { adminContentRoutes } from './content.ts';
import { adminDashboardRoutes } from './dashboard.ts';
import { adminForumRoutes } from './forums.ts';
import { adminGroupRoutes } from './groups.ts';
import { adminJobRoutes } from './jobs.ts';
import { adminMailRoutes } from './mail.ts';
import { adminMeRoutes } from './me.ts';
import { adminOwnDataRoutes } from './own-data.ts';
import { adminPictureRoutes } from './pictures.ts';
import { adminPublishingRoutes } from './publishing.ts';
import { adminReportRoutes } from './reports.ts';
import { adminReviewRoutes } from './review.ts';
import { adminSetupRoutes } from './setup.ts';
import { adminTokenRoutes } from './tokens.ts';
import { adminUserActionRoutes } from './user-actions.ts';
import { adminUserRoutes } from './users.ts';
import { adminWordRoutes } from './words.ts';

/** The calls of the admin area, one file per screen or resource. */
export const adminRoutes = [
  adminMeRoutes,
  adminDashboardRoutes,
  adminActionRoutes,
  adminReportRoutes,
  adminReviewRoutes,
  adminContentRoutes,
  adminUserRoutes,
  adminUserActionRoutes,
  adminOwnDataRoutes,
  adminWordRoutes,
  adminSetupRoutes,
  adminForumRoutes,
  adminGroupRoutes,
  adminConfigRoutes,
  adminPictureRoutes,
  adminPublishingRoutes,
  adminMailRoutes,
  adminLogRoutes,
  adminTokenRoutes,
  adminJobRoutes,
];
