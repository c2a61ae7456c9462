import { map } from 'nanostores';
import type { infer as Infer } from 'zod';
import type { UploadedReplyWire } from '#contracts/wire/upload.ts';
import { heed } from './api.ts';
import { Failure, failureIn } from './failure.ts';
import { cookie, pageLang } from './page.ts';
import { headersOf } from './request.ts';
import { fitting, isTooLarge } from './shrink.ts';

/**
 * A picture on its way, or one whose way ended. It is kept as long as the page, so that undoing
 * finds it again.
 */
export interface Upload {
  file: File;
  /** An address of the file in this browser. */
  local: string;
  /** It is made smaller before it is sent. */
  shrinking?: boolean;
  /** 0 to 1. */
  progress: number;
  /** Where it is stored. */
  url?: string | undefined;
  failure?: Failure | undefined;
}

export const $uploads = map<Record<string, Upload>>({});

const ADDRESS = '/api/v1/thread/file';
/** Those that are under way, with what stops them. */
const running = new Map<string, AbortController>();

const change = (id: string, by: Partial<Upload>) => {
  const was = $uploads.get()[id];
  if (was) $uploads.setKey(id, { ...was, ...by });
};

/** What the server would refuse, said before anything is sent. */
function refusal({ name, type }: File): Failure | undefined {
  if (/\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type)) return new Failure(415, 'heic');
  if (/\.svg$/i.test(name) || type.startsWith('image/svg')) return new Failure(415, 'svg');
  return type.startsWith('image/') ? undefined : new Failure(415, 'unsupported');
}

function bodyOf(request: XMLHttpRequest): unknown {
  try {
    return JSON.parse(request.responseText);
  } catch {
    return undefined;
  }
}

function settle(id: string, request: XMLHttpRequest): void {
  const body = bodyOf(request);
  const url = (body as Infer<typeof UploadedReplyWire> | undefined)?.data?.[0];
  const headers = new Headers();
  const later = request.getResponseHeader('retry-after');
  if (later) headers.set('retry-after', later);
  const failure =
    request.status === 0
      ? new Failure(0, 'unavailable')
      : (failureIn(request.status, body, headers) ??
        (url ? undefined : new Failure(500, 'internal')));
  if (failure && !running.get(id)?.signal.aborted) heed(failure, {});
  running.delete(id);
  change(id, failure ? { failure, progress: 0 } : { url, progress: 1 });
}

/** By XMLHttpRequest: fetch doesn't tell how far a body has gone. */
function post(id: string, file: File, signal: AbortSignal): void {
  const request = new XMLHttpRequest();
  signal.addEventListener('abort', () => request.abort());
  request.open('POST', ADDRESS);
  for (const [name, value] of Object.entries(
    headersOf('POST', ADDRESS, { lang: pageLang(), xsrf: cookie('XSRF-TOKEN') }),
  ))
    request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) =>
    change(id, { progress: total > 0 ? loaded / total : 0 });
  request.onloadend = () => settle(id, request);
  const form = new FormData();
  form.append('image', file);
  request.send(form);
}

/** Makes it small enough and sends it, or once more. */
export async function sendUpload(id: string): Promise<void> {
  const upload = $uploads.get()[id];
  if (!upload || upload.url || running.has(id)) return;
  const refused = refusal(upload.file);
  change(id, { failure: refused, progress: 0, shrinking: isTooLarge(upload.file) });
  if (refused) return;
  const stop = new AbortController();
  running.set(id, stop);
  try {
    const file = await fitting(upload.file, stop.signal);
    change(id, { file, shrinking: false });
    post(id, file, stop.signal);
  } catch (error) {
    running.delete(id);
    change(id, {
      failure: error instanceof Failure ? error : new Failure(0, 'unavailable', { cause: error }),
      shrinking: false,
    });
  }
}

let count = 0;

/** Takes up a picture and sends it; returns the id under which $uploads tells of it. */
export function startUpload(file: File): string {
  const id = String(++count);
  $uploads.setKey(id, { file, local: URL.createObjectURL(file), progress: 0 });
  void sendUpload(id);
  return id;
}

/** Stops one that nobody wants any more. */
export function cancelUpload(id: string): void {
  running.get(id)?.abort();
}
