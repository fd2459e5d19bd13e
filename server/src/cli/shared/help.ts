/** What `sello help` and `sello VERB --help` print. */

import { nearestName } from '../../http/nearest-name.ts';

/** For each verb, the ways to call it and what each of them does. */
export const HELP = {
  serve: [
    'sello serve                              API, pages and workers in one process; no settings needed',
  ],
  worker: [
    'sello worker                             only sequencing and anchoring, beside any number of servers',
  ],
  migrate: [
    "sello migrate [--plan]                   migrate the database to this version's schema, while older servers run;",
    '                                         --plan changes nothing: shows what it would lock, for how long, and which processes run',
  ],
  account: [
    'sello account create --email E --name N [--certificates 5]',
    'sello account grant ACCOUNT NUMBER [--reason TEXT] [--json]   more live certificates (ACCOUNT: id or e-mail)',
    'sello account limits ACCOUNT [--rate N] [--quota N] [--json] the highest limits for its keys; "default" for those in the settings',
    'sello account suspend ACCOUNT --reason TEXT [--json] refuse its keys and every change; reading and public pages still work',
    'sello account resume ACCOUNT --reason TEXT [--json] end the suspension',
    'sello account list [--json]              also shows who has asked to be deleted',
    'sello account close ACCOUNT_ID [--json] cannot be undone: revokes keys, ends seats, blanks the name; certificates and people stay',
  ],
  person: [
    'sello person reset-password PERSON       print a link that works once, for an hour (PERSON: id or e-mail)',
    'sello person change-email PERSON_ID E    for somebody who lost their account to another address',
    'sello person remove-second-factor PERSON app, recovery codes and passkeys',
    'sello person export PERSON               all that is held of the person, as JSON',
  ],
  operator: [
    'sello operator add PERSON                let a person open /operator (PERSON: id or e-mail)',
    "sello operator remove PERSON takes effect with the person's next call",
    'sello operator list [--json] all operators, including those in SELLO_OPERATORS',
    'sello operator requests [--all] [--json] open requests for more certificates; --all: answered ones too',
    'sello operator grant REQUEST [--certificates N] [--answer TEXT]',
    'sello operator refuse REQUEST --answer TEXT   the account reads the answer',
    'sello operator log [--json] the latest acts of operators, by command and on their pages',
  ],
  hold: [
    'sello hold add ACCOUNT|MEMBER|CERTIFICATE --reason TEXT [--json]',
    '                                         a legal hold: until it is lifted, nothing that it covers is erased, by',
    '                                         nobody and by no age limit; only the operator sees the reason',
    'sello hold remove HOLD|ACCOUNT|MEMBER|CERTIFICATE [--json]',
    'sello hold list [ACCOUNT|MEMBER|CERTIFICATE] [--all] [--json]   those that stand; --all: those that were lifted too',
  ],
  member: [
    'sello member export MEMBER --out FILE.zip [--json]',
    '                                         all that is held of a member, with CURP and RFC, for whoever asks for it',
  ],
  key: [
    'sello key create --account ACCOUNT --name N [--mode live|test] [--scopes a,b] [--rate 60] [--quota 1000] [--expires DATE]',
    'sello key list --account ACCOUNT',
    'sello key revoke KEY --account ACCOUNT [--reason TEXT]',
  ],
  'badge-key': [
    'sello badge-key rotate ACCOUNT [--mode live|test]',
    '                                         sign badges with a new key; what the old ones signed stays valid',
  ],
  'log-key': [
    'sello log-key list                       the keys that sign, and have signed, the checkpoints of the log',
    'sello log-key add [ml-dsa-44]            make another one, of Ed25519 by default: both sign from now on',
    'sello log-key retire ID          stop signing with it; its signatures stay valid (ID: its 8 digits)',
  ],
  status: [
    'sello status [--json]                    version, database, processes, queue, anchors, providers, keys, mail, proxies,',
    '                                         disk, last backup, and what needs attention; conditions of a process on this',
    '                                         machine are asked at PORT, so give it the settings of that process',
  ],
  fsck: [
    'sello fsck [--repair] [--quick] [--json] check all stored data and report problems; exit 0 only if none is left',
    '           [--full-speed]                without the breaks that it takes while servers run',
  ],
  partitions: [
    'sello partitions [--json]                how the time stamps are divided: months, rows, bytes, tablespaces',
    'sello partitions move --before 2026-01 --to TABLESPACE',
    '                                         move those of earlier months to other disks, while servers run',
  ],
  backup: [
    'sello backup FOLDER [--encrypt]          a consistent copy of everything, while servers run; without the master key',
  ],
  restore: [
    'sello restore FOLDER [--accept-forgeable]',
    '                                         into an empty data folder and an empty database',
  ],
  recover: [
    'sello recover [--apply | --accept-loss]  what a database that was set back has lost, read from the journal:',
    '                                         prints a plan; --apply puts it back; --accept-loss goes on without it',
  ],
  'export-evidence': [
    'sello export-evidence --account ACCOUNT --mode live|test --out FOLDER|FILE.zip [--since N] [--with-files] [--json]',
    '                                         everything that proves the certificates of an account without this',
    '                                         service; --since: those with this place in the log or a later one;',
    '                                         --with-files: the originals too',
  ],
  certify: [
    'sello certify FILE… [--wait] [--out DIR] [--hash-only] [--stamp own|shared] [--json]',
    '                                         certify files and folders against SELLO_URL with SELLO_API_KEY;',
    '                                         --hash-only sends fingerprints alone, of files of any size;',
    '                                         --stamp shared: one time stamp for the files sent at once, with a',
    '                                         record beside each (FILE.ers) that leads from it to the stamp;',
    '                                         exit 0 only if every file is certified',
  ],
  adopt: [
    'sello adopt CONSTANCIA [FILE | --hash SHA256] [--title T] [--json] [--key K] [--url U]',
    '                                         keep a constancia that another provider issued; the file stays here',
  ],
  proof: [
    'sello proof CERTIFICATE [--type court|bundle|constancia|nom151|record|blockchain|asic|file] [--out FILE] [--without-original]',
    '             [--overwrite] [--key K] [--url U]',
    '                                         write a proof to a file; court (the default): a ZIP for a court with the',
    'original, or --without-original if somebody else adds it',
  ],
  'tsa-proxy': [
    'sello tsa-proxy [--listen 127.0.0.1:PORT] [--key K] [--url U]',
    'pass time-stamp queries (RFC 3161) of this machine to the server with the API key, for',
    '                                         programs that cannot send one, such as jarsigner',
  ],
  members: [
    'sello members import FILE [--dry-run] [--on-conflict skip|update|fail] [--key K] [--url U]',
    '                                         enter members from a CSV or JSON file',
  ],
  roster: [
    'sello roster FILE --course ID [--dry-run] [--approve] [--all-or-nothing] [--key K] [--url U]',
    '                                         award points to those who were at a course',
  ],
  demo: [
    'sello demo memberships [--key K] [--url U]',
    '                                         fill an account in test mode with a council that does not exist:',
    '                                         500 members, 40 courses, three years of points',
  ],
  verify: [
    'sello verify [FILE | --hash HEX] [--tsr F] [--xml F] [--bundle F] [--record F] [--receipt F] [--root PEM]…',
    '             [--log-key KEY]… [--trusted-block HASH | --rpc URL] [--witness VKEY]… [--witness-quorum N] [--json]',
    '             [--broken ALGORITHM@DATE]… [--as-of DATE]',
    'sello verify FILE…                       the original with its bundle, constancia (PDF) or proofs, in any order',
    'sello verify SEALED.pdf [ORIGINAL.pdf] a PDF with time stamps inside, and the PDF without them',
    'sello verify ARCHIVE [--root PEM]… [--log-key KEY]… [--broken ALGORITHM@DATE]… [--as-of DATE] [--json]',
    '                                         every certificate of what sello export-evidence wrote',
    'sello verify ARCHIVE --certificate ID [FILE] [--extract BUNDLE]',
    '                                         one of them, with the options above; or its bundle into a file',
    'sello verify --transcript FILE [--hash SHA256] [--json]',
    '                                         check evidence offline; exit 0: valid, 3: unconfirmed (consistent, but',
    '                                         nothing that you trust is reached), 1: invalid, 2: wrong usage;',
    '                                         --broken RSA@2035-01-01: what an algorithm protects counts only if it is',
    '                                         shown to be older than that; --as-of: judged as on a day to come',
  ],
  conformance: [
    'sello conformance [--verifier COMMAND] [--part proof|stamp|pdf|archive|receipt]… [--requirement R12]… [--vectors FOLDER] [--json]',
    '                                         try a verifier, by default our own, on the cases of docs/CONFORMANCE.md;',
    '                                         COMMAND is split at spaces and called with the arguments of sello verify;',
    '                                         exit 0 only if it meets every MUST',
  ],
  monitor: [
    'sello monitor URL [--state FILE] [--key VKEY]… [--own PROOF]… [--leaf INDEX:HASH]…',
    '             [--witness VKEY | --witness "VKEY URL"]… [--quorum N] [--lag SECONDS] [--every SECONDS | --once]',
    '                                         watch a log (the address before /checkpoint): signed, only grown, its',
    '                                         published entries those of its leaves, and with one’s own leaves; exit 3,',
    '                                         with both checkpoints in a file, when not; with --witness the newest',
    '                                         checkpoint must be cosigned within --lag (60), and a witness whose address',
    '                                         is given is asked itself',
  ],
  witness: [
    'sello witness --new-key NAME --state DIR [--algorithm ed25519 | ml-dsa-44]',
    '                                         make the key of a witness, and print its verifier key',
    'sello witness --state DIR (--log VKEY | --logs FILE)… [--listen 127.0.0.1:8100] [--begin]',
    '                                         cosign checkpoints of other people’s logs (C2SP tlog-witness)',
  ],
  mirror: [
    'sello mirror --new-key NAME --state DIR [--algorithm ed25519 | ml-dsa-44]',
    '                                         make the key of a mirror, and print its verifier key',
    'sello mirror URL --key VKEY… --state DIR [--listen 127.0.0.1:8110] [--every SECONDS | --once] [--begin]',
    '                                         keep a full copy of a log, each tile and entry verified before it is',
    '                                         stored, and serve it (C2SP tlog-mirror); a fork is refused',
  ],
  webhooks: [
    'sello webhooks listen --forward URL [--types a,b] [--secret whsec_…] [--after evt_…]',
    '                                         hand events of the account on to a program on this machine, signed,',
    '                                         from now on, or behind an event (--after); against SELLO_URL with',
    '                                         SELLO_API_KEY',
  ],
  mcp: [
    'sello mcp [--allow DIR]…                 tools for machines that act for people (Model Context Protocol, stdio),',
    '                                         against SELLO_URL with SELLO_API_KEY; files below DIR alone',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Verb = keyof typeof HELP;

export function isVerb(name: string): name is Verb {
  return Object.hasOwn(HELP, name);
}

export function helpOf(verb: Verb): string {
  return HELP[verb].join('\n');
}

export function allHelp(): string {
  const lines = Object.values<readonly string[]>(HELP).flatMap((ways) => ways.map((line) => `  ${line}`));
  return [
    'sello: certifies digital files',
    '',
    ...lines,
    '',
    'Every command knows --help; sello --version prints version, commit and the hash of the contents.',
    'Settings are SELLO_* environment variables; the README lists them all.',
  ].join('\n');
}

/** Finds `help` or `version` among the arguments. Anything after `--` is the name of a file. */
export function askedFor(args: readonly string[]): 'help' | 'version' | undefined {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (own.some((arg) => arg === '--help' || arg === '-h')) return 'help';
  return own.includes('--version') ? 'version' : undefined;
}

export function unknownVerb(name: string): string {
  const nearest = nearestName(name, Object.keys(HELP));
  return `There is no command "${name}".${nearest === undefined ? '' : ` Did you mean "${nearest}"?`} See: sello help`;
}
