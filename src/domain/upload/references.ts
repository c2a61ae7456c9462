/*
 * What can name an upload, and so keeps it from being swept. Every column with text or JSON stands
 * in one of these lists; tests/api/uploads-sweep.test.ts compares them with the schema.
 */

/** Looked through by the sweep: what is named here is in use, whatever upload.used_at says. */
export const SCANNED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  forum: ['brief', 'brief_en', 'announcement', 'announcement_en', 'icon', 'link_url'],
  theme: ['template', 'template_en'],
  level: ['icon'],
  user: ['avatar'],
  config_entry: ['value'],
  draft: ['body'],
};

/**
 * Marked in upload.used_at when they are written, and looked through when posts are gone for good
 * (release.ts): there may be millions of them.
 */
export const MARKED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  post: ['source', 'html'],
  post_revision: ['source'],
  comment: ['source', 'html'],
  letter: ['source', 'html'],
};

/** SQL: something of SCANNED_COLUMNS names the upload with this alias. */
export const isReferencedSql = (upload: string): string =>
  Object.entries(SCANNED_COLUMNS)
    .map(
      ([table, columns]) =>
        `
          exists (
            select
            from "${table}"
            where strpos(
                concat_ws(
                  ' ',
                  ${columns.map((column) => `"${table}"."${column}"::text`).join(', ')}
                ),
                ${upload}.hash
              ) > 0
          )`,
    )
    .join(' or ');
