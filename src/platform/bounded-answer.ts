/** The text of a response; stops reading after `maxCharacters`. */
export async function readBoundedText(response: Response, maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxCharacters) break;
  }
  return text;
}
