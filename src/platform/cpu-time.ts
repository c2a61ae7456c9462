/** Milliseconds of user and system processor time. */
export const toCpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;
