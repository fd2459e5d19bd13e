/** Processor time of this process so far: unlike a clock, it stands still while other programs run. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
