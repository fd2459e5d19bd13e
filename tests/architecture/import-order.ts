/**
 * The capabilities of `server/src`: each may import only those above it, and its line says what it needs from them.
 * A capability that is not on the list may not exist.
 */
export const ORDER: readonly { room: string; because: string }[] = [
  { room: 'kernel', because: 'errors, ids, time, randomness, the logger: needs nobody' },
  {
    room: 'database',
    because:
      'connections, migrations, rows, what a check of them is; logs, and fails with errors of the kernel',
  },
  { room: 'http', because: 'what all routes and pages share; knows no capability' },
  { room: 'operations', because: 'what a call of the API is, and serving it; knows no capability' },
  { room: 'transparency', because: 'the log knows leaves and not what they stand for' },
  { room: 'anchoring', because: 'anchors checkpoints of the log' },
  { room: 'files', because: 'keeps bytes for an account, whoever names them' },
  { room: 'audit', because: 'people and keys write into it, so it knows neither' },
  { room: 'holds', because: 'whoever erases asks here first; setting one is in the audit log' },
  { room: 'events', because: 'whoever changes something tells of it here; knows accounts by id alone' },
  { room: 'timestamps', because: 'stamps a digest and knows nothing of certificates' },
  { room: 'people', because: 'accounts and logins write audit notes' },
  { room: 'keys', because: 'keys belong to accounts' },
  { room: 'operations/doors', because: 'admits callers by their key, their session or their own page' },
  { room: 'certificates', because: 'admits callers, keeps files, stamps digests, queues leaves' },
  { room: 'proofs', because: 'shows what certificates, stamps, log and anchors prove' },
  { room: 'memberships', because: 'certifies what it issues' },
  { room: 'webhooks', because: 'tells of certificates; its calls are declared like those of memberships' },
  { room: 'upkeep', because: 'checks and saves what all of them keep' },
  { room: 'telemetry', because: 'counts what all of them do' },
  { room: 'operator', because: 'shows whoever runs the service how all of them stand' },
  { room: 'api', because: 'puts the routes together' },
  { room: 'settings-list.ts', because: 'puts the settings of all rooms in the order of the README' },
  { room: 'settings.ts', because: 'reads them' },
  { room: 'wire.ts', because: 'builds everything from the settings' },
  { room: 'worker.ts', because: 'runs the background work of what wire.ts built' },
  { room: 'cli', because: 'its verbs open the whole with wire.ts, so it stands below it' },
  { room: 'command-line.ts', because: 'chooses the verb' },
  { room: 'main.ts', because: 'is the process around it' },
];
