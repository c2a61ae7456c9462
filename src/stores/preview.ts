import type { infer as Infer } from 'zod';
import type { PreviewReplyWire } from '#contracts/wire/writing.ts';
import { call } from './api.ts';

/** A message as its page would show it. Throws Failure. */
export async function previewOf(message: string, isFirst: boolean): Promise<string> {
  const { data } = await call<Infer<typeof PreviewReplyWire>>('/v1/thread/preview', {
    method: 'POST',
    body: { message, is_first: Number(isFirst) },
  });
  return data.html;
}
