/** A child process for the tests to kill: starts the server in a folder, reports it in one line, and stays. */
import { startEmbeddedPostgres } from '../../../server/src/database/embedded/launcher.ts';

const server = await startEmbeddedPostgres(process.argv[2]!, () => undefined);
console.log(JSON.stringify({ startedHere: server.startedHere }));
setInterval(() => undefined, 60_000);
