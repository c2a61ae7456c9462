/** Name of the row of site_state that says that pages can't be written, and why. */
export const STORAGE_STATE_NAME = 'publishing.storage';
/** Name of the row that says that the forum was started without the demo community. */
export const EMPTY_START_STATE = 'setup.empty';
/**
 * Name of the row that has the hash of the secret by which somebody becomes the first
 * administrator.
 */
export const CLAIM_STATE = 'setup.claim';
/** Name of the row that has the steps of the setup that were skipped. */
export const SKIPPED_STEPS_STATE = 'setup.skipped';
/** Name of the row that has the mail server which accepted a test letter. */
export const MAIL_TESTED_STATE = 'setup.mail';
/** Name of the row that has the template that the first forums were made from. */
export const FORUM_TEMPLATE_STATE = 'setup.forums';
/** Name of the row that has the keys by which push services know the forum. */
export const PUSH_KEYS_STATE = 'push.keys';
/** Name of the row that has the size of the last backup; it was updated when that was made. */
export const BACKUP_STATE = 'operation.backup';
/** Name of the row that has the result of the last restore drill, updated when that ended. */
export const DRILL_STATE = 'operation.drill';
/** Name of the row that says until when the identity provider's certificate is valid. */
export const CERTIFICATE_STATE = 'operation.certificate';
