/**
 * Gets a checkout ready to run: installs dependencies as in the lock file, and builds the browser's files and the
 * server's. `--for-tests` also installs the third-party programs that the tests compare us with, and `--for-chaos`
 * those that only `npm run test:chaos` runs. `--with-tools` installs the packages for developers, which are not needed
 * to run the program. It needs only Node 20 or newer, and ends quickly if there is nothing to do.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isBuilt } from '../server/bin/built-server.mjs';

/**
 * Programs that only the tests use. `isThere` must be quick, since every test run calls it; `debian` is the package
 * that has the program. A program with `hasSubstitute` may be missing if it cannot be installed: tests are then slower,
 * not fewer.
 */
const TEST_PROGRAMS = [
  { name: 'openssl', isThere: () => runs('openssl', ['version']), debian: 'openssl' },
  { name: 'curl', isThere: () => runs('curl', ['--version']), debian: 'curl' },
  { name: 'rfc3161ng for Python', isThere: () => hasPythonModule('rfc3161ng'), debian: 'python3-rfc3161ng' },
  {
    name: 'opentimestamps for Python',
    isThere: () => hasPythonModule('opentimestamps'),
    debian: 'python3-opentimestamps',
  },
  { name: 'a Java compiler', isThere: () => runs('javac', ['-version']), debian: 'default-jdk-headless' },
  {
    name: 'Bouncy Castle for Java',
    isThere: () => existsSync('/usr/share/java/bcpkix.jar') && existsSync('/usr/share/java/bcutil.jar'),
    debian: 'libbcpkix-java',
  },
  {
    name: 'PDFBox for Java',
    isThere: () => existsSync('/usr/share/java/pdfbox2.jar'),
    debian: 'libpdfbox2-java',
  },
  { name: 'pip', isThere: () => runs('python3', ['-m', 'pip', '--version']), debian: 'python3-pip' },
  { name: 'mypy', isThere: () => runs('mypy', ['--version']), debian: 'mypy' },
  { name: 'psql', isThere: () => runs('psql', ['--version']), debian: 'postgresql-client' },
  {
    name: 'systemd-analyze',
    isThere: () => runs('systemd-analyze', ['--version']),
    debian: 'systemd',
  },
  { name: 'jq', isThere: () => runs('jq', ['--version']), debian: 'jq' },
  { name: 'xmllint', isThere: () => runs('xmllint', ['--version']), debian: 'libxml2-utils' },
  {
    name: "Chromium's headless shell",
    isThere: () => existsSync('/usr/lib/chromium/chromium-headless-shell'),
    debian: 'chromium-headless-shell',
    hasSubstitute: () => existsSync('/usr/bin/chromium'),
  },
  { name: 'zbarimg', isThere: () => runs('zbarimg', ['--version']), debian: 'zbar-tools' },
  { name: 'pdftotext', isThere: () => runs('pdftotext', ['-v']), debian: 'poppler-utils' },
  { name: 'osslsigncode', isThere: () => runs('osslsigncode', ['--version']), debian: 'osslsigncode' },
  { name: 'unzip', isThere: () => runs('unzip', ['-v']), debian: 'unzip' },
  { name: 'qpdf', isThere: () => runs('qpdf', ['--version']), debian: 'qpdf' },
];

/** Too large to install every day: Ceph is 58 packages and 250 MB on disk, the two browsers another 600 MB. */
const CHAOS_PROGRAMS = [
  { name: 'Firefox', isThere: () => runs('firefox-esr', ['--version']), debian: 'firefox-esr' },
  {
    name: 'WebKit with its driver',
    isThere: () => existsSync('/usr/bin/WebKitWebDriver'),
    debian: 'webkit2gtk-driver',
  },
  { name: 'Xvfb', isThere: () => existsSync('/usr/bin/Xvfb'), debian: 'xvfb' },
  { name: "Ceph's monitor", isThere: () => runs('ceph-mon', ['--version']), debian: 'ceph-mon' },
  { name: "Ceph's OSD", isThere: () => runs('ceph-osd', ['--version']), debian: 'ceph-osd' },
  { name: "Ceph's S3 service", isThere: () => runs('radosgw', ['--version']), debian: 'radosgw' },
];

const LOCK_IS_STALE_AFTER_MS = 15 * 60_000;
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOCK_FILE = path.join(ROOT, 'package-lock.json');
const MODULES = path.join(ROOT, 'node_modules');
const STAMP = path.join(MODULES, '.sello-setup');
/** Generators of API clients, which only `tests/interop` runs: a package of its own, since they need another TypeScript. */
const GENERATORS = path.join(ROOT, 'tests', 'interop', 'generators');
const WEB_BUILD = path.join(ROOT, 'web', 'dist');
const WEB_STAMP = path.join(WEB_BUILD, '.built-from');
const SERVER_BUILD = path.join(ROOT, 'server', 'dist');

/** The sources of the browser's files. */
const WEB_SOURCES = [
  'web/src',
  'web/vite.config.ts',
  'web/one-file.ts',
  'web/clients.ts',
  'web/share-pictures.ts',
  'web/draw-picture.ts',
  'web/package.json',
  'proof/src',
  'rules',
  'sdk/src',
  'sdk/package.json',
  'sdk/README.md',
  'sdk/tsconfig.build.json',
  'sdk/tsconfig.json',
  'python',
  'package-lock.json',
];
/** The list of sources of the one-file verifiers, written by their last build. */
const VERIFIER_SOURCES = path.join('verify', '.sources');

/** A failure whose message suffices, without a stack. */
class SetupError extends Error {}

try {
  const forChaos = process.argv.includes('--for-chaos');
  const forTests = forChaos || process.argv.includes('--for-tests');
  await setUp({ withTools: forTests || process.argv.includes('--with-tools'), forTests, forChaos });
} catch (error) {
  console.error(error instanceof SetupError ? `sello: ${error.message}` : error);
  process.exitCode = 1;
}

async function setUp({ withTools, forTests, forChaos }) {
  assertNodeIsRecent();
  if (!isInstalled({ withTools }) || (forTests && !areGeneratorsInstalled())) {
    // Two installations in one folder would delete each other's files.
    await withLock(() => installAll({ withTools, forTests }));
  }
  if (!isWebBuilt()) {
    await withLock(async () => {
      if (!isWebBuilt()) await buildWeb();
    });
  }
  if (!isBuilt(ROOT, SERVER_BUILD)) {
    await withLock(async () => {
      if (!isBuilt(ROOT, SERVER_BUILD)) await buildServer();
    });
  }
  const programs = [...(forTests ? TEST_PROGRAMS : []), ...(forChaos ? CHAOS_PROGRAMS : [])];
  if (missingOf(programs).length > 0) await withLock(() => installPrograms(programs));
  if (forTests) await withLock(() => unpackPrograms(forChaos ? ['tests', 'chaos'] : ['tests']));
}

function assertNodeIsRecent() {
  const { engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const oldest = Number.parseInt(engines.node.replace('>=', ''), 10);
  if (Number.parseInt(process.versions.node, 10) >= oldest) return;
  throw new SetupError(`Node ${process.versions.node} is too old; install Node ${oldest} or newer.`);
}

/** The stamp file is the quick check; without it (after an `npm ci` by hand) every package is compared. */
function isInstalled({ withTools }) {
  const lock = readFileSync(LOCK_FILE);
  if ([true, withTools].some((tools) => readIfThere(STAMP) === stampFor(lock, tools))) return true;
  const installed = readIfThere(path.join(MODULES, '.package-lock.json'));
  if (installed === undefined || !existsSync(path.join(MODULES, '.bin', 'node'))) return false;
  const wanted = Object.entries(JSON.parse(lock.toString()).packages);
  const present = JSON.parse(installed).packages;
  return wanted.every(([place, entry]) => {
    const isNeeded = place.includes('node_modules/') && !entry.optional && (withTools || !entry.dev);
    return (
      !isNeeded ||
      (present[place]?.version === entry.version && present[place]?.integrity === entry.integrity)
    );
  });
}

/** The stamp includes the platform: packages differ by platform, and a folder may be copied to another machine. */
function stampFor(lock, withTools) {
  const tools = withTools ? '' : ' without tools';
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}${tools}\n`;
}

function areGeneratorsInstalled() {
  const lock = readFileSync(path.join(GENERATORS, 'package-lock.json'));
  return readIfThere(path.join(GENERATORS, 'node_modules', '.sello-setup')) === stampFor(lock, true);
}

/** Installs in both folders at the same time, because each installation mostly waits for the network and the disk. */
async function installAll({ withTools, forTests }) {
  const ends = await Promise.allSettled([
    isInstalled({ withTools }) || install(ROOT, { what: 'dependencies', withTools }),
    !forTests ||
      areGeneratorsInstalled() ||
      install(GENERATORS, { what: 'the generators that the tests run', withTools: true }),
  ]);
  const failure = ends.find(({ status }) => status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

/** Install scripts never run: no package here needs one. */
async function install(folder, { what, withTools }) {
  const startedAt = performance.now();
  console.error(`sello: installing ${what}, once; this takes about half a minute …`);
  const tools = withTools ? '--include=dev' : '--omit=dev';
  const flags = ['--ignore-scripts', tools, '--include=optional', '--no-audit', '--no-fund'];
  const { code, output } = await runNpm(['ci', '--prefix', folder, ...flags]);
  if (code !== 0) throw new SetupError(explainNpmFailure(output));
  const lock = readFileSync(path.join(folder, 'package-lock.json'));
  writeFileSync(path.join(folder, 'node_modules', '.sello-setup'), stampFor(lock, withTools));
  console.error(`sello: ${what} installed in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/** Runs the npm that called us, with its own Node: the Node in node_modules is about to be replaced. */
function runNpm(args) {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli?.endsWith('.js') && existsSync(cli)) return run(node ?? process.execPath, [cli, ...args]);
  return run('npm', args);
}

function explainNpmFailure(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/.test(output)) {
    return 'the package registry cannot be reached; connect to the network (or set npm\'s "registry") and try again.';
  }
  const reasons = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  const reason = reasons.slice(0, 5).join('\n') || output.trim().slice(-500);
  return `"npm ci" failed, so the dependencies are not installed:\n${reason}`;
}

function isWebBuilt() {
  return (
    readIfThere(WEB_STAMP) === `${hashOf(WEB_SOURCES.flatMap(filesBelow))} ${hashOfVerifiers(WEB_BUILD)}\n`
  );
}

function hashOfVerifiers(build) {
  return hashOf((readIfThere(path.join(build, VERIFIER_SOURCES)) ?? '').split('\n').filter(Boolean));
}

/** A missing file counts as changed too. */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(readIfThere(path.join(ROOT, file)) ?? '')
      .update('\0');
  }
  return hash.digest('hex');
}

/** All files below `place`, except tests, which are not built, and Python's caches. */
function filesBelow(place) {
  if (!statSync(path.join(ROOT, place)).isDirectory()) return [place];
  return readdirSync(path.join(ROOT, place))
    .sort()
    .filter((name) => !/\.test\.tsx?$|^(?:__pycache__|\.mypy_cache)$/.test(name))
    .flatMap((name) => filesBelow(`${place}/${name}`));
}

async function buildWeb() {
  const from = hashOf(WEB_SOURCES.flatMap(filesBelow));
  const vite = path.join(MODULES, 'vite', 'bin', 'vite.js');
  await build('pages', WEB_BUILD, async (aside) => {
    const end = await runPinned([vite, 'build', 'web', '--outDir', aside, '--emptyOutDir']);
    if (end.code === 0) writeFileSync(path.join(aside, '.built-from'), `${from} ${hashOfVerifiers(aside)}\n`);
    return end;
  });
}

function buildServer() {
  const script = path.join(ROOT, 'scripts', 'bundle-server.ts');
  return build('server', SERVER_BUILD, (aside) => runPinned([script, aside]));
}

/**
 * Builds into another folder and then swaps, so that a starting server finds either the old files or the new ones,
 * never a mix.
 */
async function build(what, folder, into) {
  const startedAt = performance.now();
  console.error(`sello: building the ${what}; this takes a few seconds …`);
  const aside = path.join(path.dirname(folder), '.dist-new');
  const { code, output } = await into(aside);
  if (code !== 0) throw new SetupError(`the ${what} cannot be built:\n${output.trim().slice(-2_000)}`);
  rmSync(folder, { recursive: true, force: true });
  renameSync(aside, folder);
  console.error(`sello: ${what} built in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

/** Runs a program with the Node that was installed with the packages. */
function runPinned(args) {
  return run(path.join(MODULES, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node'), args);
}

function missingOf(programs) {
  return programs.filter(({ isThere }) => !isThere());
}

function isReplaced({ hasSubstitute }) {
  return hasSubstitute?.() ?? false;
}

async function installPrograms(programs) {
  const missing = missingOf(programs);
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  const install = [
    'install',
    '-y',
    '--no-install-recommends',
    ...new Set(missing.map(({ debian }) => debian)),
  ];
  const canInstall = process.getuid?.() === 0 && runs('apt-get', ['--version']);
  if (!canInstall) {
    if (missing.every(isReplaced)) return;
    throw new SetupError(`the tests need ${names}; on Debian: sudo apt-get ${install.join(' ')}`);
  }
  console.error(`sello: installing what the tests need: ${names} …`);
  // One unreachable source of packages must not prevent an installation from the others.
  await run('apt-get', ['update']);
  const { output } = await run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...install]);
  const still = missingOf(programs).filter((program) => !isReplaced(program));
  if (still.length === 0) return;
  const reason = output
    .split('\n')
    .filter((line) => line.startsWith('E:'))
    .join('\n');
  const what = still.map(({ name }) => name).join(', ');
  throw new SetupError(`"apt-get ${install.join(' ')}" did not bring ${what}.\n${reason}`);
}

/**
 * Programs that tests start and end, such as proxies; debian-programs.ts says why they are unpacked and not installed.
 */
async function unpackPrograms(sets) {
  const { code, output } = await runPinned([path.join(ROOT, 'scripts', 'debian-programs.ts'), ...sets]);
  if (code !== 0) throw new SetupError(output.trim().replace(/^sello: /gm, ''));
  if (output !== '') console.error(output.trim());
}

function runs(program, args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Debian's own Python, even if another one comes first in PATH. */
function hasPythonModule(module) {
  const question = `import importlib.util, sys; sys.exit(importlib.util.find_spec("${module}") is None)`;
  return runs('/usr/bin/python3', ['-c', question]);
}

function run(program, args) {
  return new Promise((resolve) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
    const child = spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) =>
      resolve({ code: 127, output: `${program} cannot be run: ${error.message}` }),
    );
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Runs `work` under a lock: no other set-up of this folder runs at the same time. */
async function withLock(work) {
  const user = process.getuid?.() ?? 'user';
  const folder = createHash('sha256').update(ROOT).digest('hex').slice(0, 16);
  const file = path.join(tmpdir(), `sello-setup-${user}-${folder}`);
  let hasReported = false;
  while (!takeLock(file)) {
    const holder = readIfThere(file);
    if (holder === undefined) continue;
    if (isStale(file, holder)) {
      removeLock(file, holder);
      continue;
    }
    if (!hasReported) console.error(`sello: waiting for another set-up (process ${holder}) …`);
    hasReported = true;
    await sleep(200);
  }
  try {
    await work();
  } finally {
    removeLock(file, String(process.pid));
  }
}

/**
 * The lock is a hard link to a file that is already written, so it has its holder's process id from the moment it
 * exists.
 */
function takeLock(file) {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, String(process.pid), { flag: 'wx' });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

function isStale(file, holder) {
  try {
    if (Date.now() - statSync(file).mtimeMs > LOCK_IS_STALE_AFTER_MS) return true;
    process.kill(Number(holder), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Renames first, then checks: another process may have taken the lock since `holder` was read. */
function removeLock(file, holder) {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== holder) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
