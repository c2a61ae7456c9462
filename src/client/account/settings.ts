import type { infer as Infer } from 'zod';
import type {
  EditSettingsWire,
  NewTokenWire,
  SessionWire,
  SettingsReplyWire,
  SettingsWire,
  SignInWire,
  TokenWire,
} from '#contracts/wire/settings.ts';
import { shrinkToLimit } from '../composer/shrink-picture.ts';
import { call } from '../core/api.ts';
import { $account, setAccount } from './account.ts';

type Reply = Infer<typeof SettingsReplyWire>;

/** Updates the current user, as the header shows the name and the avatar. */
function applyToAccount({ data }: Reply): SettingsWire {
  const account = $account.get();
  if (account) setAccount({ ...account, nickname: data.nickname, avatar: data.avatar });
  return data;
}

/** Throws Failure. */
export const loadSettings = async (): Promise<SettingsWire> =>
  (await call('GET /v1/user/settings')).data;

/** Throws Failure. */
export const saveSettings = async (changes: EditSettingsWire): Promise<SettingsWire> =>
  applyToAccount(await call('PUT /v1/user/info', { body: { ...changes } }));

/** Uploads an avatar; a picture that is too large is made smaller first. Throws Failure. */
export async function uploadAvatar(picture: File): Promise<SettingsWire> {
  const form = new FormData();
  form.set('image', await shrinkToLimit(picture));
  return applyToAccount(await call('POST /v1/user/avatar', { form }));
}

/** Throws Failure. */
export const loadTokens = async (): Promise<TokenWire[]> => (await call('GET /v1/user/token')).data;

/** Creates a token and returns it; the server never tells it again. Throws Failure. */
export const createToken = async (token: Infer<typeof NewTokenWire>): Promise<string> =>
  (
    await call('POST /v1/user/token', {
      body: { ...token },
    })
  ).data.token;

/** Throws Failure. */
export const revokeToken = (id: number): Promise<unknown> =>
  call('DELETE /v1/user/token', { query: { id } });

/** Throws Failure. */
export const loadSessions = async (): Promise<SessionWire[]> =>
  (await call('GET /v1/user/session')).data;

/** The log of the reader's sign-ins, newest first. Throws Failure. */
export const loadSignIns = async (): Promise<SignInWire[]> =>
  (await call('GET /v1/user/session/log')).data;

/** Ends another session of the reader, or all others. Throws Failure. */
export const endSession = (id?: string): Promise<unknown> =>
  call('DELETE /v1/user/session', { query: { id } });
