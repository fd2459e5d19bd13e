/** The embedded server's settings, on its command line, where they override any edited configuration file. */

export type ServerSettings = Record<string, string>;

/** Tuned for one small machine; the caller of `startEmbeddedPostgres` may override any of these. */
const DEFAULTS: ServerSettings = {
  // An acknowledged certificate must survive a power cut, so these three are set here and not left to a file.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // The rows in daily use are small; the files themselves never enter the database.
  shared_buffers: '128MB',
  max_connections: '100',

  // The first change of a page after a checkpoint logs the whole page. Checkpoints are therefore rare, so that a
  // burst of uploads is not written twice. The price is a longer recovery: at most 2 GB of log to replay, which takes
  // some ten seconds. Compressing those pages does not pay: these builds have only pglz, which took 20 to 60 % more
  // processor time per write.
  wal_compression: 'off',
  max_wal_size: '2GB',
  min_wal_size: '128MB',
  checkpoint_timeout: '15min',

  // Every statement touches a handful of indexed rows: compiling or parallelising one costs more than it
  // saves, and parallel workers need more /dev/shm than containers have.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',

  // Reads come from memory and there are no subscribers, so these two settings save four idle processes.
  io_method: 'sync',
  max_logical_replication_workers: '0',

  autovacuum: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',

  // Statements and details quote values, and values may be personal data or secrets. The caller gets the
  // full error over its connection anyway.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** The port is only part of the socket's file name: no TCP address is ever opened. */
export const SOCKET_PORT = 5432;

/** The `-c` arguments. Settings that the launcher relies on come last, so that they cannot be overridden. */
export function serverArguments(settings: ServerSettings, mark: string): string[] {
  const fixed: ServerSettings = {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    // The path is relative to the cluster, the server's working directory. It is never too long for a socket, and
    // works even if the server's user may not traverse the parent folders.
    unix_socket_directories: '.',
    unix_socket_permissions: '0700',
    cluster_name: mark,
  };
  return Object.entries({ ...DEFAULTS, ...settings, ...fixed }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
}
