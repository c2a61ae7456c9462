import type { infer as Infer } from 'zod';
import type {
  EditSettingsWire,
  SettingsReplyWire,
  SettingsWire,
} from '#contracts/wire/settings.ts';
import { shrinkToLimit } from '../composer/shrink-picture.ts';
import { call } from '../core/api.ts';
import { $account, setAccount } from './account.ts';

type Reply = Infer<typeof SettingsReplyWire>;

/** The header shows the name and the avatar. */
function applyToAccount({ data }: Reply): SettingsWire {
  const account = $account.get();
  if (account) setAccount({ ...account, nickname: data.nickname, avatar: data.avatar });
  return data;
}

/** Throws Failure. */
export const saveSettings = async (changes: EditSettingsWire): Promise<SettingsWire> =>
  applyToAccount(await call('PUT /v1/user/info', { body: { ...changes } }));

/** Shrinks a picture that is too large. Throws Failure. */
export async function uploadAvatar(picture: File): Promise<SettingsWire> {
  const form = new FormData();
  form.set('image', await shrinkToLimit(picture));
  return applyToAccount(await call('POST /v1/user/avatar', { form }));
}
