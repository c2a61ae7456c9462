import { afterAll } from 'vitest';
import { runFileCleanups } from './at-end-of-file.ts';

/* Runs before each test file. */

afterAll(runFileCleanups);
