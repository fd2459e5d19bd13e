/** Calls a server that is killed and started again, and makes a program with many members there. */

import { expect } from 'vitest';
import type { StormPlace } from './storm-place.ts';
import type { StormServer } from './storm-server.ts';

type Payload = object | string;

export type StormCouncil = {
  /** A text is sent as a CSV table. */
  call(method: string, path: string, payload?: Payload): Promise<Response>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  made(method: string, path: string, payload?: Payload): Promise<any>;
  /** Makes an active program with so many members (`N0`, `N1` …); resolves with its id. */
  withMembers(count: number, fields?: object): Promise<string>;
};

export function openStormCouncil({ key }: StormPlace, server: StormServer): StormCouncil {
  const council: StormCouncil = {
    call: (method, path, payload = {}) => {
      const isTable = typeof payload === 'string';
      return fetch(`${server.baseUrl}/api/public/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': isTable ? 'text/csv' : 'application/json',
        },
        body: isTable ? payload : JSON.stringify(payload),
      });
    },
    async made(method, path, payload) {
      const answer = await council.call(method, path, payload);
      const text = await answer.text();
      expect([200, 201], text).toContain(answer.status);
      return JSON.parse(text);
    },
    async withMembers(count, fields = {}) {
      const rules = {
        term_months: 36,
        categories: [{ code: 'emc', name: 'EMC' }],
        requirements: [{ code: 'total', min_points: 60, period: 'term' }],
      };
      const { program } = await council.made('POST', '/programs', { name: 'Consejo', rules, ...fields });
      await council.made('POST', `/programs/${program.id}/activate`);
      const lines = Array.from({ length: count }, (_, i) => `N${i},Ana,Luna,${program.id},2025-01-01`);
      const header = 'member_number,given_name,first_surname,program_id,starts_on';
      const { import: imported } = await council.made(
        'POST',
        '/members/import',
        [header, ...lines].join('\n'),
      );
      expect(imported.summary.created).toBe(count);
      return program.id;
    },
  };
  return council;
}
