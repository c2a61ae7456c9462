import { adminConfig } from './config.ts';
import { adminDashboard } from './dashboard.ts';
import { adminForums } from './forums.ts';
import { adminGroups } from './groups.ts';
import { adminJobs } from './jobs.ts';
import { adminLog } from './log.ts';
import { adminMe } from './me.ts';
import { adminPictures } from './pictures.ts';
import { adminPublishing } from './publishing.ts';
import { adminReports } from './reports.ts';
import { adminReview } from './review.ts';
import { adminThemes } from './themes.ts';
import { adminTokens } from './tokens.ts';
import { adminUserActs } from './user-acts.ts';
import { adminUsers } from './users.ts';
import { adminWords } from './words.ts';
import { adminWritten } from './written.ts';

/** The calls of the admin area, one file per screen or resource. */
export const admin = [
  adminMe,
  adminDashboard,
  adminReports,
  adminReview,
  adminWritten,
  adminUsers,
  adminUserActs,
  adminWords,
  adminForums,
  adminThemes,
  adminGroups,
  adminConfig,
  adminPictures,
  adminPublishing,
  adminLog,
  adminTokens,
  adminJobs,
];
