import { map } from 'nanostores';
import type { CallReply } from '#contracts/calls/calls.ts';
import { callPath, handleFailure } from '../core/api.ts';
import { Failure, parseFailure } from '../core/failure.ts';
import { pageLang, readCookie } from '../core/page-info.ts';
import { requestHeaders } from '../core/request.ts';
import { isTooLarge, shrinkToLimit } from './shrink-picture.ts';

/** A pending or finished upload, cached for the page's life so that undo finds it again. */
export interface Upload {
  file: File;
  previewUrl: string;
  /** The picture is being shrunk before the upload. */
  isShrinking?: boolean;
  progress: number;
  url?: string | undefined;
  failure?: Failure | undefined;
}

export const $uploads = map<Record<string, Upload>>({});

const UPLOAD_URL = `/api${callPath('POST /v1/thread/file')}`;
const controllers = new Map<string, AbortController>();

const updateUpload = (id: string, by: Partial<Upload>) => {
  const upload = $uploads.get()[id];
  if (upload) $uploads.setKey(id, { ...upload, ...by });
};

/** The server's refusal of a file, predicted before the upload. */
function refuseByType({ name, type }: File): Failure | undefined {
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

function finishUpload(id: string, request: XMLHttpRequest): void {
  const body = bodyOf(request);
  const url = (body as CallReply<'POST /v1/thread/file'> | undefined)?.data?.[0];
  const headers = new Headers();
  const later = request.getResponseHeader('retry-after');
  if (later) headers.set('retry-after', later);
  const failure =
    request.status === 0
      ? new Failure(0, 'unavailable')
      : (parseFailure(request.status, body, headers) ??
        (url ? undefined : new Failure(500, 'internal')));
  if (failure && !controllers.get(id)?.signal.aborted) handleFailure(failure, {});
  controllers.delete(id);
  updateUpload(id, failure ? { failure, progress: 0 } : { url, progress: 1 });
}

/** XMLHttpRequest, because fetch reports no upload progress. */
function sendFile(id: string, file: File, signal: AbortSignal): void {
  const request = new XMLHttpRequest();
  signal.addEventListener('abort', () => request.abort());
  request.open('POST', UPLOAD_URL);
  for (const [name, value] of Object.entries(
    requestHeaders('POST', UPLOAD_URL, { lang: pageLang(), xsrf: readCookie('XSRF-TOKEN') }),
  ))
    request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) =>
    updateUpload(id, { progress: total > 0 ? loaded / total : 0 });
  request.onloadend = () => finishUpload(id, request);
  const form = new FormData();
  form.append('image', file);
  request.send(form);
}

export async function sendOrRetryUpload(id: string): Promise<void> {
  const upload = $uploads.get()[id];
  if (!upload || upload.url || controllers.has(id)) return;
  const refused = refuseByType(upload.file);
  updateUpload(id, { failure: refused, progress: 0, isShrinking: isTooLarge(upload.file) });
  if (refused) return;
  const stop = new AbortController();
  controllers.set(id, stop);
  try {
    const file = await shrinkToLimit(upload.file, stop.signal);
    updateUpload(id, { file, isShrinking: false });
    sendFile(id, file, stop.signal);
  } catch (error) {
    controllers.delete(id);
    updateUpload(id, {
      failure: error instanceof Failure ? error : new Failure(0, 'unavailable', { cause: error }),
      isShrinking: false,
    });
  }
}

let lastId = 0;

/** Returns the upload's id in $uploads. */
export function startUpload(file: File): string {
  const id = String(++lastId);
  $uploads.setKey(id, { file, previewUrl: URL.createObjectURL(file), progress: 0 });
  void sendOrRetryUpload(id);
  return id;
}

export function cancelUpload(id: string): void {
  controllers.get(id)?.abort();
}
