/** Gauges of what is wrong with a process, read when the metrics are scraped. */

import { Gauge, Registry } from 'prom-client';
import type { ProviderStanding } from '../timestamps/counters.ts';
import { CONDITION_NAMES, conditionOf } from '../upkeep/conditions/conditions.ts';
import type { Disk } from '../upkeep/conditions/find-conditions.ts';
import type { Conditions } from '../upkeep/conditions/watch-conditions.ts';

export type Watched = {
  conditions: Conditions;
  cleanups(): number;
  providers(): readonly ProviderStanding[];
};

const DISK_GAUGES: readonly { name: string; what: string; of(disk: Disk): number | undefined }[] = [
  { name: 'sello_disk_free_bytes', what: 'Free bytes of the disk.', of: (disk) => disk.freeBytes },
  { name: 'sello_disk_total_bytes', what: 'Size of the disk in bytes.', of: (disk) => disk.totalBytes },
  {
    name: 'sello_disk_free_files',
    what: 'How many more files the disk has room for.',
    of: (disk) => disk.files?.free,
  },
];

/**
 * Makes the gauges. `watched` gives undefined while the process starts. In a group of processes values are added up,
 * except for gauges that show the lowest value.
 */
export function conditionGauges(watched: () => Watched | undefined): Registry {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: 'sello_condition',
    help: 'Processes for which a condition of the list in docs/operations.md is true; 0 if for none.',
    labelNames: ['condition', 'level'],
    registers,
    async collect() {
      const found = new Set((await watched()?.conditions.look())?.map(({ name }) => name));
      for (const condition of CONDITION_NAMES)
        this.set({ condition, level: conditionOf(condition).level }, found.has(condition) ? 1 : 0);
    },
  });
  for (const { name, what, of } of DISK_GAUGES) {
    new Gauge({
      name,
      help: `${what} Of the disk of the data folder, or of the files in it where that has less room.`,
      registers,
      aggregator: 'min',
      async collect() {
        const values = ((await watched()?.conditions.disks()) ?? []).map(of);
        const known = values.filter((value) => value !== undefined);
        if (known.length > 0) this.set(Math.min(...known));
      },
    });
  }
  new Gauge({
    name: 'sello_cleanups_waiting',
    help: 'Clean-ups of refused requests that wait to be tried again.',
    registers,
    collect() {
      this.set(watched()?.cleanups() ?? 0);
    },
  });
  new Gauge({
    name: 'sello_psc_breaker_open',
    help: 'Processes that do not ask a provider of live time stamps, because it failed several times in a row.',
    labelNames: ['provider'],
    registers,
    collect() {
      for (const { name, isOpen } of watched()?.providers() ?? [])
        this.set({ provider: name }, isOpen ? 1 : 0);
    },
  });
  new Gauge({
    name: 'sello_clock_offset_seconds',
    help: 'By how much a provider’s last time stamp lay outside the time in which it was asked for; negative: our clock is ahead.',
    labelNames: ['provider'],
    registers,
    aggregator: 'average',
    collect() {
      for (const { name, clockOffMs } of watched()?.providers() ?? [])
        this.set({ provider: name }, clockOffMs / 1000);
    },
  });
  return registry;
}
