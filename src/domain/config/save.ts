import {
  CONFIG_NAMES,
  type ConfigName,
  getConfigEntry,
  toInitialConfigValue,
} from '#contracts/config-entries.ts';
import { AppError } from '#contracts/errors.ts';
import {
  type AdminConfigWire,
  CONFIG_SCHEMAS,
  type SavedConfigWire,
} from '#contracts/wire/admin-config.ts';
import type { Db } from '#db/client.ts';
import { isoSql } from '#db/iso-sql.ts';
import { inTransaction, type Runner, statement } from '#db/statement.ts';
import { cacheTag } from '#outbox/cache-tags.ts';
import { invalidate, toInvalidations, urgency } from '#outbox/invalidation.ts';
import { createJob } from '../jobs/create.ts';
import { logAdminAction } from '../log/log-admin-action.ts';
import { countPagesWithAnyTag, estimatePages } from '../shared/count-pages.ts';
import { findFrameHostProblem } from './frame-hosts.ts';

type ConfigEntryRow = Omit<AdminConfigWire, 'pages' | 'updated_at'> & { updated_at: string };

const SELECT_ENTRY = `
  select
    c.field,
    c.value,
    c.version,
    ${isoSql('c.updated_at')} as updated_at,
    u.nickname as updated_by
  from config_entry c
  left join "user" u on u.id = c.updated_by`;
const selectAllEntries = statement<ConfigEntryRow>(SELECT_ENTRY);
const selectEntry = statement<ConfigEntryRow, { field: string }>(
  `${SELECT_ENTRY} where c.field = :field`,
);
const updateEntry = statement<
  { version: number },
  { field: string; value: string; actorId: number; version: number }
>(`
  update config_entry
  set value = :value, version = version + 1, updated_by = :actorId, updated_at = now()
  where field = :field and version = :version
  returning version`);
const insertEntry = statement<
  { version: number },
  { field: string; value: string; actorId: number }
>(
  `
    insert into config_entry (field, value, updated_by)
    values (:field, :value, :actorId)
    on conflict do nothing
    returning version`,
);

const countPages = (on: Db | Runner, field: ConfigName): Promise<number> =>
  getConfigEntry(field).isOnEveryPage
    ? estimatePages(on)
    : countPagesWithAnyTag(on, [cacheTag.config(field)]);

/** All entries in registry order with their last editor; unsaved ones have the initial value. */
export async function readConfigEntries(db: Db): Promise<AdminConfigWire[]> {
  const stored = new Map((await selectAllEntries(db)).map((one) => [one.field, one]));
  return Promise.all(
    CONFIG_NAMES.map(async (field) => ({
      ...(stored.get(field) ?? {
        field,
        value: toInitialConfigValue(field),
        version: 0,
        updated_at: null,
        updated_by: null,
      }),
      pages: await countPages(db, field),
    })),
  );
}

/** Refused frame hosts, as paths and reasons. */
const findRefusedHosts = (
  name: ConfigName,
  value: Record<string, unknown>,
  siteHost: string,
): { field: string; message: string }[] =>
  Object.entries(getConfigEntry(name).fields).flatMap(([field, { kind }]) =>
    kind !== 'hosts'
      ? []
      : (value[field] as string[]).flatMap((host, index) => {
          const problem = findFrameHostProblem(host, siteHost);
          return problem ? [{ field: `value.${field}.${index}`, message: problem }] : [];
        }),
  );

/** Throws `malformed` with the invalid paths and reasons. */
function parseConfigValue(
  field: ConfigName,
  value: unknown,
  siteHost: string,
): Record<string, unknown> {
  const parsed = CONFIG_SCHEMAS[field].safeParse(value);
  const payload = parsed.success
    ? findRefusedHosts(field, parsed.data, siteHost)
    : parsed.error.issues.map((issue) => ({
        field: ['value', ...issue.path].join('.'),
        message: issue.message,
      }));
  if (parsed.success && payload.length === 0) return parsed.data;
  throw new AppError('malformed', { values: { field: payload[0]?.field ?? 'value' }, payload });
}

/** Retains fields of other programs and older versions. */
const keepUnknownFields = (
  before: Record<string, unknown> | undefined,
  value: Record<string, unknown>,
): Record<string, unknown> => ({ ...before, ...value });

/**
 * Saves an entry (R34) of `version`, and invalidates its pages. New frame hosts queue a job that
 * sanitizes messages again (R13). Throws malformed, and conflict with the current entry.
 */
export async function saveConfig(
  db: Db,
  actorId: number,
  field: ConfigName,
  input: unknown,
  version: number,
  siteHost: string,
): Promise<SavedConfigWire> {
  const value = parseConfigValue(field, input, siteHost);
  return inTransaction(db, async (tx) => {
    const [was] = await selectEntry(tx, { field });
    const text = JSON.stringify(keepUnknownFields(was?.value, value));
    const [saved] =
      version === 0
        ? await insertEntry(tx, { field, value: text, actorId })
        : await updateEntry(tx, { field, value: text, actorId, version });
    if (!saved)
      throw new AppError('conflict', { payload: (await selectEntry(tx, { field }))[0] ?? null });
    const { isOnEveryPage } = getConfigEntry(field);
    await invalidate(
      tx,
      toInvalidations(isOnEveryPage ? urgency.list : urgency.moderation, cacheTag.config(field)),
    );
    await logAdminAction(tx, {
      actorId,
      action: 'config.save',
      target: { name: `config:${field}` },
      detail: { version: saved.version, before: was?.value ?? null, after: JSON.parse(text) },
    });
    const { job: kind } = getConfigEntry(field);
    const job = kind ? await createJob(tx, { kind, actorId }) : null;
    return { version: saved.version, pages: await countPages(tx, field), job };
  });
}
