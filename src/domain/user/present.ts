import type { UserInfoWire } from '#contracts/wire/user.ts';
import type { Db } from '#db/client.ts';

// Placeholder until the reading calls land.
export const presentUserInfo = async (_db: Db, id: number, _viewer: unknown): Promise<UserInfoWire> => ({ id }) as UserInfoWire;
