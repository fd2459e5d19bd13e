/** `sello proof`: writes a proof of a certificate to a file. */

import type { ProofType, Sello } from '@sello/sdk/source';
import { asFailure, connect, readConnection } from './shared/connect.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, refuseArguments, required, UsageError } from './shared/usage.ts';

const OPTIONS = {
  type: { type: 'string' },
  out: { type: 'string' },
  'without-original': { type: 'boolean' },
  overwrite: { type: 'boolean' },
  key: { type: 'string' },
  url: { type: 'string' },
} as const;

/** The default name of the file, made from the certificate's id. */
const ENDINGS: Record<Exclude<ProofType, 'file' | 'asic'>, string> = {
  court: '-juicio.zip',
  bundle: '.zip',
  constancia: '.pdf',
  nom151: '.tsr',
  blockchain: '.xml',
  record: '.ers',
  receipt: '.receipt',
};

export async function proofCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [given, ...rest] = positionals;
  refuseArguments(rest);
  const id = required(given, 'The id of a certificate (cert_…)');
  const type = typeFrom(values.type ?? 'court');
  if (values['without-original'] && type !== 'court')
    throw new UsageError('--without-original is only possible with --type court.');
  const sello = connect(readConnection(values, terminal), terminal.error);
  let path: string;
  try {
    path = values.out ?? (type === 'asic' ? await asicName(sello, id) : nameFor(id, type));
    await sello.proofs.save(id, type, path, {
      overwrite: values.overwrite ?? false,
      ...(values['without-original'] && { original: 'omit' as const }),
    });
  } catch (error) {
    throw asFailure(error);
  }
  terminal.out(path);
}

function typeFrom(text: string): ProofType {
  const types = [...Object.keys(ENDINGS), 'asic', 'file'];
  if (types.includes(text)) return text as ProofType;
  throw new UsageError(`--type is one of ${types.join(', ')}.`);
}

function nameFor(id: string, type: Exclude<ProofType, 'asic'>): string {
  if (type === 'file') throw new UsageError('--type file needs --out FILE.');
  return plainId(id) + ENDINGS[type];
}

/**
 * Only the server knows in which of two forms it makes the container, so the ending of the name is taken from its
 * answer.
 */
async function asicName(sello: Sello, id: string): Promise<string> {
  const plain = plainId(id);
  const { form } = await sello.proofs.get(plain, { type: 'asic' });
  return `${plain}${form === 'asic-s' ? '.asics' : '.asice'}`;
}

/** The id becomes part of a path, so nothing else is accepted. */
function plainId(id: string): string {
  if (!/^cert_\w+$/.test(id)) throw new UsageError(`${id} is not the id of a certificate (cert_…).`);
  return id;
}
