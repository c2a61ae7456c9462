/* Advisory lock numbers of the forum. They are arbitrary and must differ from each other. */

export const MIGRATION_LOCK_ID = 7_420_001;
export const RENDER_COMMON_LOCK_ID = 7_420_002;
/** First number of a page's lock; the second is the hash of its path. */
export const RENDER_PATH_LOCK_SPACE = 7_420_003;
export const FORUM_LOCK_ID = 7_420_004;
export const USE_LOCK_ID = 7_420_005;
export const NICKNAME_LOCK_ID = 7_420_006;
export const SEARCH_INDEX_LOCK_ID = 7_420_007;
export const ADMINISTRATORS_LOCK_ID = 7_420_008;
export const BACKUP_LOCK_ID = 7_420_009;
