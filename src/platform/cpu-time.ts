/** Milliseconds of processor time, of the program and of the system for it. */
export const toCpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
