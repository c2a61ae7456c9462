import { z } from 'zod';

export const int = z.int();
/** RFC 3339 with an offset. */
export const time = z.iso.datetime({ offset: true });
/** JSON as text inside JSON, as the deployed clients read it. */
export const jsonText = z.string().refine(isJson, 'not JSON');

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
