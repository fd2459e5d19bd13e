/** The data of the operator's first page. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { PARTS } from '../../upkeep/conditions/conditions.ts';

const time = () => Type.String({ format: 'date-time' });
const count = () => Type.Integer();

export const HealthSchema = Type.Object(
  {
    version: Type.String(),
    base_url: Type.String(),
    pending_migrations: Type.Array(Type.String()),
    processes: Type.Integer({ description: 'The number of servers and workers that run.' }),
    conditions: Type.Array(
      Type.Object({
        name: Type.String(),
        level: oneOf(['red', 'yellow']),
        touches: Type.Array(oneOf(PARTS)),
        text: Type.String({ description: 'What is wrong, and how to fix it.' }),
      }),
      { description: 'What is wrong, as in `sello status`, most urgent first.' },
    ),
    attention: Type.Array(Type.String(), {
      description: 'Further remarks of `sello status` about the setup, in English.',
    }),
    hours: Type.Array(
      Type.Object({
        at: time(),
        certificates: Type.Integer({
          description: 'Certificates that got their place in the log in this hour, in both modes.',
        }),
        requests: Type.Integer({
          description: 'Requests to the process that answers this call, as are the errors.',
        }),
        client_errors: count(),
        server_errors: count(),
      }),
      { description: 'The last 24 hours, oldest first.' },
    ),
    queues: Type.Array(
      Type.Object({
        name: Type.String({ description: '`log`, `batches`, `documents`, `webhooks` or `requests`.' }),
        waiting: count(),
        oldest_at: nullable(time()),
      }),
    ),
    oldest_waiting_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'The time of the oldest certificate that waits for its place in the log.',
      }),
    ),
    log: Type.Object({ size: count(), waiting: count(), last_checkpoint_at: nullable(time()) }),
    database: Type.Object({ version: Type.String(), size_bytes: count() }),
    memory: Type.Object({
      used_bytes: Type.Integer({ description: 'Memory used by the process that answers this call.' }),
      total_bytes: Type.Integer({ description: 'Memory of the machine of that process.' }),
    }),
    disk: Type.Union([Type.Object({ free_bytes: count(), total_bytes: count() }), Type.Null()]),
    last_backup: Type.Union([
      Type.Object({ at: time(), folder: Type.String(), encrypted: Type.Boolean() }),
      Type.Null(),
    ]),
    last_fsck: Type.Union([Type.Object({ at: time(), problems: count() }), Type.Null()]),
    anchors: Type.Array(
      Type.Object({ network: Type.String(), state: Type.String(), count: count(), last_at: time() }),
    ),
    witnesses: Type.Array(
      Type.Object({ witness: Type.String(), size: count(), cosigned_at: nullable(time()) }),
    ),
  },
  { title: 'Health' },
);
