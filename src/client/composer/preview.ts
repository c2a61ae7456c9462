import { call } from '../core/api.ts';

/** A message as its page would show it. Throws Failure. */
export async function loadPreview(message: string, isFirst: boolean): Promise<string> {
  const { data } = await call('POST /v1/thread/preview', {
    body: { message, is_first: Number(isFirst) },
  });
  return data.html;
}
