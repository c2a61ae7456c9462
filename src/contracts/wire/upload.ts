import { z } from 'zod';
import { int } from './field-types.ts';

export const UploadedReplyWire = z
  .object({ code: int, msg: z.string(), data: z.array(z.string()) })
  .meta({ id: 'UploadedReply' });
