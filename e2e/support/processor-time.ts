/** Milliseconds of the processor that the work takes in this process: what else runs on the machine does not count. */
export async function processorMs(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
