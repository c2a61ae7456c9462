/** The text of an answer, of which no more is read once it has more than so many characters. */
export async function readBoundedText(response: Response, maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxCharacters) break;
  }
  return text;
}
