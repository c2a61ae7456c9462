import { z } from 'zod';
import { dataReply } from './field-types.ts';

export const UploadedReplyWire = dataReply('UploadedReply', z.array(z.string()));
