import { adminConfig } from './config.ts';
import { adminDashboard } from './dashboard.ts';
import { adminForums } from './forums.ts';
import { adminGroups } from './groups.ts';
import { adminJobs } from './jobs.ts';
import { adminMe } from './me.ts';
import { adminPictures } from './pictures.ts';
import { adminPublishing } from './publishing.ts';
import { adminThemes } from './themes.ts';
import { adminTokens } from './tokens.ts';
import { adminUserActs } from './user-acts.ts';
import { adminUsers } from './users.ts';
import { adminWords } from './words.ts';

/** The calls of the admin area, one file per screen or resource. */
export const admin = [adminMe, adminDashboard, adminConfig, adminPictures, adminForums, adminThemes, adminWords, adminUsers, adminUserActs, adminGroups, adminTokens, adminPublishing, adminJobs];
