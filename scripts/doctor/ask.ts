import { readBoundedText } from '#platform/bounded-answer.ts';

/** Milliseconds for an answer. */
const ASK_TIMEOUT_MS = 5_000;
/** Characters of an answer that are read; pages have less. */
const MAX_ANSWER_LENGTH = 1_000_000;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

/** Asks for an address and follows no redirect. Rejects when nothing answers in time. */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    headers: { 'user-agent': 'forum-doctor', ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  });
  const text = await readBoundedText(response, MAX_ANSWER_LENGTH);
  return { status: response.status, headers: response.headers, text };
}
