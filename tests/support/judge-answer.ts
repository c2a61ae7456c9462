import { STATUS_ERRORS } from '#contracts/errors.ts';
import type { Operation } from './openapi.ts';
import { findShapeFaults } from './reply-shapes.ts';
import type { TestApi } from './test-api.ts';

/** Calls that need an identity provider or long connections, which tests of the API alone lack. */
const AWAY =
  /^GET (?:\/api\/v1\/login|\/admin\/admin\/api\/manager|\/api\/v1\/login\/logout\/end|\/api\/v1\/user\/events)$/;
const MAX_ANSWER_CHARACTERS = 3 * 1024 * 1024;

interface JudgedAnswer {
  /** The fault of the answer; undefined if it is valid. */
  wrong: string | undefined;
  refused: boolean;
}

const STATUS: Record<string, number> = STATUS_ERRORS;

/** Compares an answer with its description. */
export function judgeAnswer(
  { replySchemas }: TestApi,
  operation: Operation,
  response: Response,
  text: string,
): JudgedAnswer {
  const { status } = response;
  if (text.length > MAX_ANSWER_CHARACTERS)
    return { wrong: `an answer of ${text.length} characters`, refused: status >= 400 };
  const type = response.headers.get('content-type') ?? '';
  const parsed =
    type.startsWith('application/json') && text !== ''
      ? (JSON.parse(text) as { err_code?: unknown; code?: unknown; msg?: unknown } | null)
      : undefined;
  if (typeof parsed?.err_code === 'string') {
    const shaped =
      Number.isInteger(parsed.code) &&
      parsed.code !== 0 &&
      typeof parsed.msg === 'string' &&
      parsed.msg !== '' &&
      !/\{\{|error\./.test(parsed.msg);
    const expected = STATUS[parsed.err_code] ?? 200;
    const wrong =
      status >= 500 && !(status === 503 && AWAY.test(operation.name))
        ? 'a fault of the server'
        : !shaped
          ? 'an error of another shape'
          : status !== expected
            ? `status ${status} for ${parsed.err_code}`
            : undefined;
    return { wrong, refused: true };
  }
  const described = operation.responses[String(status)];
  if (!described) return { wrong: `status ${status} isn’t described`, refused: status >= 400 };
  if (status !== 200) return { wrong: undefined, refused: status >= 400 };
  const shape = replySchemas.get(operation.name);
  if (!shape)
    return {
      wrong:
        Object.keys(described.content ?? {}).some((one) => type.startsWith(one)) ||
        !described.content
          ? undefined
          : `a body of ${type}`,
      refused: false,
    };
  const [wrong] = findShapeFaults(parsed, shape);
  return { wrong, refused: false };
}
