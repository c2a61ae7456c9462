/** Row of site_state: pages can't be written, and why. */
export const STORAGE_STATE_NAME = 'publishing.storage';
/** Row: the forum was started without the demo community. */
export const EMPTY_START_STATE = 'setup.empty';
/** Row: hash of the secret that makes a user the first administrator. */
export const CLAIM_STATE = 'setup.claim';
/** Row: skipped steps of the setup. */
export const SKIPPED_STEPS_STATE = 'setup.skipped';
/** Row: the mail server that accepted a test email. */
export const MAIL_TESTED_STATE = 'setup.mail';
/** Row: the template of the first forums. */
export const FORUM_TEMPLATE_STATE = 'setup.forums';
/** Row: the keys that identify the forum to push services. */
export const PUSH_KEYS_STATE = 'push.keys';
/** Row: the size of the last backup, updated when it was made. */
export const BACKUP_STATE = 'operation.backup';
/** Row: the result of the last restore drill, updated at its end. */
export const DRILL_STATE = 'operation.drill';
/** Row: when the identity provider's certificate expires. */
export const CERTIFICATE_STATE = 'operation.certificate';
/** Row: updated each second while a replica is followed. */
export const REPLICA_BEAT_STATE = 'operation.beat';
/** Row: the timeline of the database, updated while servers see it; see timeline.ts. */
export const TIMELINE_STATE = 'database.timeline';
/** Row: the id of the folder of pages; see publish/files/pages-folder.ts. */
export const PAGES_FOLDER_STATE = 'pages.folder';
