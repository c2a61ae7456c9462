import type { infer as Infer } from 'zod';
import type {
  EditSettingsWire,
  MadeTokenReplyWire,
  NewTokenWire,
  SessionsReplyWire,
  SessionWire,
  SettingsReplyWire,
  SettingsWire,
  SignInsReplyWire,
  SignInWire,
  TokensReplyWire,
  TokenWire,
} from '#contracts/wire/settings.ts';
import { $account, remember } from './account.ts';
import { call } from './api.ts';
import { fitting } from './shrink.ts';

type Reply = Infer<typeof SettingsReplyWire>;

/** The header shows the name and the picture. */
function take({ data }: Reply): SettingsWire {
  const account = $account.get();
  if (account) remember({ ...account, nickname: data.nickname, avatar: data.avatar });
  return data;
}

/** Throws Failure. */
export const readSettings = async (): Promise<SettingsWire> =>
  (await call<Reply>('/v1/user/settings')).data;

/** Throws Failure. */
export const saveSettings = async (changes: EditSettingsWire): Promise<SettingsWire> =>
  take(await call<Reply>('/v1/user/info', { method: 'PUT', body: { ...changes } }));

/** Made smaller before, where it is too large. Throws Failure. */
export async function sendAvatar(picture: File): Promise<SettingsWire> {
  const form = new FormData();
  form.set('image', await fitting(picture));
  return take(await call<Reply>('/v1/user/avatar', { method: 'POST', form }));
}

/** Throws Failure. */
export const readTokens = async (): Promise<TokenWire[]> =>
  (await call<Infer<typeof TokensReplyWire>>('/v1/user/token')).data;

/** The token itself, which is said this once. Throws Failure. */
export const makeToken = async (token: Infer<typeof NewTokenWire>): Promise<string> =>
  (
    await call<Infer<typeof MadeTokenReplyWire>>('/v1/user/token', {
      method: 'POST',
      body: { ...token },
    })
  ).data.token;

/** Throws Failure. */
export const revokeToken = (id: number): Promise<unknown> =>
  call('/v1/user/token', { method: 'DELETE', query: { id } });

/** Throws Failure. */
export const readSessions = async (): Promise<SessionWire[]> =>
  (await call<Infer<typeof SessionsReplyWire>>('/v1/user/session')).data;

/** What happened to the reader's logins lately, the newest first. Throws Failure. */
export const readSignIns = async (): Promise<SignInWire[]> =>
  (await call<Infer<typeof SignInsReplyWire>>('/v1/user/session/log')).data;

/** Logs out another browser, or all others. Throws Failure. */
export const endSession = (id?: string): Promise<unknown> =>
  call('/v1/user/session', { method: 'DELETE', query: { id } });
