import { z } from 'zod';
import { TOKEN_STATES } from '../admin-choices.ts';
import { int, time } from './field-types.ts';
import { NewTokenWire, TokenWire } from './settings.ts';

/* Personal access tokens of everybody (R43). */

export const AdminTokenWire = TokenWire.extend({
  user: z.object({ id: int, nickname: z.string(), avatar: z.string() }),
  state: z.enum(TOKEN_STATES),
  revoked_at: time.nullable(),
}).meta({ id: 'AdminToken' });
export type AdminTokenWire = z.infer<typeof AdminTokenWire>;

export const IssueTokenWire = NewTokenWire.extend({
  user_id: z.int().min(1).max(2_147_483_647),
}).meta({ id: 'IssueToken' });
/** `token` is said this once. */
export const IssuedTokenWire = z.object({ id: int, token: z.string() }).meta({ id: 'IssuedToken' });
export type IssuedTokenWire = z.infer<typeof IssuedTokenWire>;
