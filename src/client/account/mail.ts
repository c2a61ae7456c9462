import type { EditMailSettingsWire, MailSettingsWire } from '#contracts/wire/mail.ts';
import { call } from '../core/api.ts';

/** What is mailed to the reader; null: this forum sends no mail. Throws Failure. */
export const loadMailSettings = async (): Promise<MailSettingsWire | null> =>
  (await call('GET /v2/user/mail')).data;

/** Throws Failure. */
export const saveMailSettings = async (
  changes: EditMailSettingsWire,
): Promise<MailSettingsWire | null> =>
  (await call('PUT /v2/user/mail', { body: { ...changes } })).data;
