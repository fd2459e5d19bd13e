/** Wraps the slow calls of a request in spans, so that use cases need not know about traces. */

import type { CertificateStore } from '../certificates/ports.ts';
import type { StampWindows } from '../certificates/shared-stamps/ports.ts';
import type { BlobStore } from '../files/ports.ts';
import type { Access } from '../keys/ports.ts';
import type { PasswordHasher } from '../people/passwords/ports.ts';
import type { Timestamps } from '../timestamps/ports.ts';
import type { Traces } from './traces.ts';

type TracedPorts = {
  access: Access;
  certificates: CertificateStore;
  timestamps: Timestamps;
  stampWindows: StampWindows;
  passwords: PasswordHasher;
  blobs: BlobStore;
};

export function tracePorts<P extends TracedPorts>(ports: P, traces: Traces): P {
  return { ...ports, ...traced(ports, traces) };
}

function traced(ports: TracedPorts, traces: Traces): TracedPorts {
  const { access, certificates, timestamps, stampWindows, passwords } = ports;
  const step = traces.step;
  return {
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
    stampWindows: {
      ...stampWindows,
      enter: (...args) => step('shared time stamp', () => stampWindows.enter(...args)),
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
