import { map } from 'nanostores';
import type { infer as Infer } from 'zod';
import { UPLOAD_BYTES } from '#contracts/limits.ts';
import type { UploadedReplyWire } from '#contracts/wire/upload.ts';
import { heed } from './api.ts';
import { Failure, failureIn } from './failure.ts';
import { cookie, pageLang } from './page.ts';
import { headersOf } from './request.ts';

/** A picture on its way, or one whose way ended. It is kept as long as the page, so that undoing finds it again. */
export interface Upload {
  file: File;
  /** An address of the file in this browser. */
  local: string;
  /** 0 to 1. */
  progress: number;
  /** Where it is stored. */
  url?: string | undefined;
  failure?: Failure | undefined;
}

export const $uploads = map<Record<string, Upload>>({});

const ADDRESS = '/api/v1/thread/file';
const requests = new Map<string, XMLHttpRequest>();

const change = (id: string, by: Partial<Upload>) => {
  const was = $uploads.get()[id];
  if (was) $uploads.setKey(id, { ...was, ...by });
};

/** What the server would refuse, said before anything is sent. */
function refusal({ name, type, size }: File): Failure | undefined {
  if (/\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type)) return new Failure(415, 'heic');
  if (/\.svg$/i.test(name) || type.startsWith('image/svg')) return new Failure(415, 'svg');
  if (!type.startsWith('image/')) return new Failure(415, 'unsupported');
  return size > UPLOAD_BYTES ? new Failure(413, 'tooLarge') : undefined;
}

function bodyOf(request: XMLHttpRequest): unknown {
  try {
    return JSON.parse(request.responseText);
  } catch {
    return undefined;
  }
}

function settle(id: string, request: XMLHttpRequest): void {
  requests.delete(id);
  const body = bodyOf(request);
  const url = (body as Infer<typeof UploadedReplyWire> | undefined)?.data?.[0];
  const headers = new Headers();
  const later = request.getResponseHeader('retry-after');
  if (later) headers.set('retry-after', later);
  const failure = request.status === 0 ? new Failure(0, 'unavailable') : (failureIn(request.status, body, headers) ?? (url ? undefined : new Failure(500, 'internal')));
  if (failure) heed(failure, {});
  change(id, failure ? { failure, progress: 0 } : { url, progress: 1 });
}

/** Sends it, or once more. By XMLHttpRequest: fetch doesn't tell how far a body has gone. */
export function sendUpload(id: string): void {
  const upload = $uploads.get()[id];
  if (!upload || upload.url || requests.has(id)) return;
  const failure = refusal(upload.file);
  change(id, { failure, progress: 0 });
  if (failure) return;
  const request = new XMLHttpRequest();
  requests.set(id, request);
  request.open('POST', ADDRESS);
  for (const [name, value] of Object.entries(headersOf('POST', ADDRESS, { lang: pageLang(), xsrf: cookie('XSRF-TOKEN') }))) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => change(id, { progress: total > 0 ? loaded / total : 0 });
  request.onloadend = () => settle(id, request);
  const form = new FormData();
  form.append('image', upload.file);
  request.send(form);
}

let count = 0;

/** Takes up a picture and sends it; returns the id under which $uploads tells of it. */
export function startUpload(file: File): string {
  const id = String(++count);
  $uploads.setKey(id, { file, local: URL.createObjectURL(file), progress: 0 });
  sendUpload(id);
  return id;
}

/** Stops one that nobody wants any more. */
export function cancelUpload(id: string): void {
  requests.get(id)?.abort();
}
