/** Calls that are in flight at once: as many as keep API and database busy. */
const AT_ONCE = 8;

/** Asks for each, some at the same time; the answers have the order of what was asked. */
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
