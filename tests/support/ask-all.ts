/** Enough calls in flight to use the API and the database fully. */
const AT_ONCE = 8;

/** Calls `ask` for each item, several at a time; the answers have the items' order. */
export async function askAll<Asked, Answer>(
  asked: readonly Asked[],
  ask: (one: Asked) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = new Array(asked.length);
  let next = 0;
  const askOn = async () => {
    for (let at = next++; at < asked.length; at = next++)
      answers[at] = await ask(asked[at] as Asked);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  return answers;
}
