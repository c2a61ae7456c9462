import { z } from 'zod';
import { AdminConfigWire, SaveConfigWire, SavedConfigWire } from '../wire/admin-config.ts';
import { DashboardPeriodWire, DashboardWire } from '../wire/admin-dashboard.ts';
import {
  EditForumWire,
  EditSectionWire,
  EditThemeWire,
  ForumFieldsWire,
  ForumOrderWire,
  ForumTreeWire,
  RowIdsWire,
  SavedRowWire,
  SectionFieldsWire,
  ThemeFieldsWire,
} from '../wire/admin-forum.ts';
import { AdminGroupsWire, EditGroupWire, GroupFieldsWire } from '../wire/admin-group.ts';
import { JobItemWire, JobStartedWire, JobWire } from '../wire/admin-job.ts';
import { AdminMeWire, QuickSearchReplyWire } from '../wire/admin-me.ts';
import {
  AdminContentWire,
  AdminLogEntryWire,
  AdminReviewDecisionWire,
  HandleReportCaseWire,
  OpenReportCasesWire,
  PurgeContentWire,
  ReportCaseDetailWire,
  ReportCaseWire,
} from '../wire/admin-moderation.ts';
import { OperationWire } from '../wire/admin-operation.ts';
import {
  PublishedPageWire,
  PublishFailureWire,
  PublishingWire,
  RepublishWire,
} from '../wire/admin-publishing.ts';
import {
  AdminActionResultWire,
  AdminPictureWire,
  ChangedPagesWire,
  ChangedVersionWire,
  tableReply,
} from '../wire/admin-replies.ts';
import { AdminTokenWire, IssuedTokenWire, IssueTokenWire } from '../wire/admin-token.ts';
import {
  AdminSignInWire,
  AdminUserRowWire,
  AdminUserWire,
  ChangedGroupWire,
  ChangeGroupWire,
  EndedSessionsWire,
  EndSessionsWire,
  PersonalDataWire,
} from '../wire/admin-user.ts';
import {
  AddedWordsWire,
  AddWordsWire,
  AdminWordWire,
  ChangedCountWire,
  DryRunWire,
  EditWordWire,
  EnableWordsWire,
  TriedTextWire,
  TryTextWire,
  WordIdsWire,
} from '../wire/admin-word.ts';
import { int } from '../wire/field-types.ts';
import { AdminMailWire, MailLogWire, SetMailRateWire, TestMailReplyWire } from '../wire/mail.ts';
import {
  EditUserNoteWire,
  NewUserNoteWire,
  PerformActionWire,
  ReviewRowWire,
  UserNotesReplyWire,
} from '../wire/moderation.ts';
import {
  AccountDeletionWire,
  AdminOwnDataWire,
  OrderDeletionWire,
  OrderReasonWire,
} from '../wire/own-data.ts';
import { OkReplyWire } from '../wire/replies.ts';
import {
  CreatedForumsWire,
  CreateForumsWire,
  ProviderTrialWire,
  SetupWire,
  SkipStepWire,
} from '../wire/setup.ts';
import type { CallSpecs } from './call-spec.ts';

/* Calls of the admin area. */

const table = <Row extends z.ZodType>(row: Row) =>
  ({ table: true, reply: tableReply(row) }) as const;

export const ADMIN_CALLS = {
  'GET /v2/admin/me': { reply: AdminMeWire },
  'GET /v2/admin/find': { query: { q: z.string() }, reply: QuickSearchReplyWire },
  'POST /v2/admin/logout': { reply: OkReplyWire },
  'GET /v2/admin/dashboard': {
    query: { days: DashboardPeriodWire.optional() },
    reply: DashboardWire,
  },
  'GET /v2/admin/operation': { reply: OperationWire },
  'GET /v2/admin/log': table(AdminLogEntryWire),
  'GET /v2/admin/sign-ins': table(AdminSignInWire),

  'POST /v2/admin/actions': { body: PerformActionWire, reply: AdminActionResultWire },

  'GET /v2/admin/reports': table(ReportCaseWire),
  'GET /v2/admin/reports/open': { reply: OpenReportCasesWire },
  'GET /v2/admin/reports/{id}': { reply: ReportCaseDetailWire },
  'POST /v2/admin/reports/{id}': { body: HandleReportCaseWire, reply: AdminActionResultWire },
  'GET /v2/admin/notes': { query: { user_id: int }, reply: UserNotesReplyWire },
  'POST /v2/admin/notes': { body: NewUserNoteWire, reply: OkReplyWire },
  'PUT /v2/admin/notes/{id}': { body: EditUserNoteWire, reply: OkReplyWire },
  'DELETE /v2/admin/notes/{id}': { reply: OkReplyWire },
  'GET /v2/admin/review': table(ReviewRowWire),
  'POST /v2/admin/review': { body: AdminReviewDecisionWire, reply: AdminActionResultWire },
  'GET /v2/admin/written': table(AdminContentWire),
  'POST /v2/admin/written/purge': { body: PurgeContentWire, reply: JobStartedWire },

  'GET /v2/admin/users': table(AdminUserRowWire),
  'GET /v2/admin/users/{id}': { reply: AdminUserWire },
  'POST /v2/admin/users/{id}/personal': { reply: PersonalDataWire },
  'PUT /v2/admin/users/{id}/group': { body: ChangeGroupWire, reply: ChangedGroupWire },
  'POST /v2/admin/users/{id}/sessions/end': { body: EndSessionsWire, reply: EndedSessionsWire },
  'GET /v2/admin/users/{id}/own-data': { reply: AdminOwnDataWire },
  'POST /v2/admin/users/{id}/deletion': { body: OrderDeletionWire, reply: AccountDeletionWire },
  'POST /v2/admin/users/{id}/deletion/revoke': { body: OrderReasonWire, reply: OkReplyWire },
  'POST /v2/admin/users/{id}/export': { body: OrderReasonWire, reply: AdminOwnDataWire },
  'GET /v2/admin/tokens': table(AdminTokenWire),
  'POST /v2/admin/tokens': { body: IssueTokenWire, reply: IssuedTokenWire },
  'POST /v2/admin/tokens/{id}/revoke': { reply: OkReplyWire },
  'GET /v2/admin/groups': { reply: AdminGroupsWire },
  'POST /v2/admin/groups': { body: GroupFieldsWire, reply: SavedRowWire },
  'PUT /v2/admin/groups/{id}': { body: EditGroupWire, reply: SavedRowWire },
  'DELETE /v2/admin/groups/{id}': { reply: OkReplyWire },

  'GET /v2/admin/words': table(AdminWordWire),
  'POST /v2/admin/words': { body: AddWordsWire, reply: AddedWordsWire },
  'PUT /v2/admin/words/{id}': { body: EditWordWire, reply: ChangedVersionWire },
  'POST /v2/admin/words/enable': { body: EnableWordsWire, reply: ChangedCountWire },
  'POST /v2/admin/words/delete': { body: WordIdsWire, reply: ChangedCountWire },
  'POST /v2/admin/words/try': { body: TryTextWire, reply: TriedTextWire },
  'POST /v2/admin/words/dry-run': { body: DryRunWire, reply: JobStartedWire },

  'GET /v2/admin/setup': { reply: SetupWire },
  'PUT /v2/admin/setup/steps/{step}': { body: SkipStepWire, reply: SetupWire },
  'POST /v2/admin/setup/provider': { reply: ProviderTrialWire },
  'POST /v2/admin/setup/forums': { body: CreateForumsWire, reply: CreatedForumsWire },

  'GET /v2/admin/forums': { reply: ForumTreeWire },
  'PUT /v2/admin/forums/order': { body: ForumOrderWire, reply: ChangedPagesWire },
  'POST /v2/admin/forums': { body: ForumFieldsWire, reply: SavedRowWire },
  'PUT /v2/admin/forums/{id}': { body: EditForumWire, reply: SavedRowWire },
  'DELETE /v2/admin/forums/{id}': { reply: OkReplyWire },
  'PUT /v2/admin/forums/{id}/moderators': { body: RowIdsWire, reply: ChangedPagesWire },
  'POST /v2/admin/forums/{id}/themes': { body: ThemeFieldsWire, reply: SavedRowWire },
  'PUT /v2/admin/forums/{id}/themes/order': { body: RowIdsWire, reply: ChangedPagesWire },
  'PUT /v2/admin/themes/{id}': { body: EditThemeWire, reply: SavedRowWire },
  'DELETE /v2/admin/themes/{id}': { reply: OkReplyWire },
  'POST /v2/admin/sections': { body: SectionFieldsWire, reply: SavedRowWire },
  'PUT /v2/admin/sections/{id}': { body: EditSectionWire, reply: SavedRowWire },
  'DELETE /v2/admin/sections/{id}': { reply: OkReplyWire },

  'GET /v2/admin/config': { reply: z.array(AdminConfigWire) },
  'PUT /v2/admin/config/{field}': { body: SaveConfigWire, reply: SavedConfigWire },
  'POST /v2/admin/pictures': { form: true, reply: AdminPictureWire },
  'GET /v2/admin/mail': { reply: AdminMailWire },
  'PUT /v2/admin/mail': { body: SetMailRateWire, reply: AdminMailWire },
  'GET /v2/admin/mail/letters': table(MailLogWire),
  'POST /v2/admin/mail/test': { reply: TestMailReplyWire },
  'GET /v2/admin/publishing': { reply: PublishingWire },
  'GET /v2/admin/publishing/pages': table(PublishedPageWire),
  'GET /v2/admin/publishing/failures': table(PublishFailureWire),
  'POST /v2/admin/publishing/jobs': { body: RepublishWire, reply: JobStartedWire },
  'GET /v2/admin/jobs': table(JobWire),
  'GET /v2/admin/jobs/{id}': { reply: JobWire },
  'GET /v2/admin/jobs/{id}/items': table(JobItemWire),
  'POST /v2/admin/jobs/{id}/cancel': { reply: OkReplyWire },
} satisfies CallSpecs;
