import { afterAll } from 'vitest';
import { runWorksAtEndOfFile } from './at-end-of-file.ts';

/* Runs before each test file. */

afterAll(runWorksAtEndOfFile);
