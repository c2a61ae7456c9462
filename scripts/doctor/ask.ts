/** Milliseconds for an answer. */
const ASK_TIMEOUT_MS = 5_000;
/** Bytes of an answer that are read; pages have less. */
const MAX_ANSWER_BYTES = 1_000_000;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_ANSWER_BYTES) break;
  }
  return text;
}

/** Asks for an address and follows no redirect. Rejects when nothing answers in time. */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    headers: { 'user-agent': 'forum-doctor', ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  });
  return { status: response.status, headers: response.headers, text: await readBounded(response) };
}
