/** Puts a span around what a request waits for, so that use cases need not know of traces. */

import type { Ports } from '../wire.ts';
import type { Traces } from './traces.ts';

export function tracePorts(ports: Ports, traces: Traces): Ports {
  const { access, certificates, timestamps, passwords } = ports;
  const step = traces.step;
  return {
    ...ports,
    access: {
      ...access,
      admit: (...args) => step('admit caller', () => access.admit(...args)),
      read: (...args) => step('read', () => access.read(...args)),
    },
    certificates: {
      ...certificates,
      begin: (...args) => step('begin certificate', () => certificates.begin(...args)),
      commit: (...args) => step('commit certificate', () => certificates.commit(...args)),
    },
    timestamps: {
      live: { stamp: (...args) => step('time stamp', () => timestamps.live.stamp(...args)) },
      test: { stamp: (...args) => step('time stamp', () => timestamps.test.stamp(...args)) },
    },
    passwords: {
      hash: (...args) => step('hash password', () => passwords.hash(...args)),
      verify: (...args) => step('hash password', () => passwords.verify(...args)),
    },
    blobs: {
      ...ports.blobs,
      open: (...args) => step('open file', () => ports.blobs.open(...args)),
      receive(...args) {
        const blob = ports.blobs.receive(...args);
        return {
          ...blob,
          write: (chunk) => blob.write(chunk),
          finish: () => blob.finish(),
          discard: () => blob.discard(),
          sync: () => step('sync file', () => blob.sync()),
          keep: () => step('keep file', () => blob.keep()),
        };
      },
    },
  };
}
