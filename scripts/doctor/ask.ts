import { readBoundedText } from '#platform/bounded-answer.ts';

const ASK_TIMEOUT_MS = 5_000;
/** Pages are shorter. */
const MAX_ANSWER_LENGTH = 1_000_000;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Fetches an address without redirects. Rejects on timeout. */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    headers: { 'user-agent': 'forum-doctor', ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  });
  const text = await readBoundedText(response, MAX_ANSWER_LENGTH);
  return { status: response.status, headers: response.headers, text };
}
