/** How much a proof may hold, and which characters it may contain: docs/proof-format.md, §1.2. */

import { encodeProofXml } from '../../proof/src/anchors/proof-xml.ts';
import { makeBitcoinAnchor, makeEthereumAnchor, makeSample } from '../../tests/harness/sample-proof.ts';
import { accepted, LOG_KEY, proofVector, refused, replace, type Vector } from './vector.ts';

export async function limitVectors(): Promise<Vector[]> {
  return [...(await counts()), ...names(), ...reasons(), ...words(), ...(await states())];
}

/** Replaces the lines that begin like this by `total` copies of the first one. */
const lines = (start: string, total: number) => (xml: string) =>
  xml.replace(new RegExp(`(\\n *<${start}[^\\n]*)((?:\\n *<${start}[^\\n]*)*)`), (_, first: string) =>
    first.repeat(total),
  );

async function counts(): Promise<Vector[]> {
  const anchors = async (count: number): Promise<string> => {
    const { proof } = await makeSample({
      anchors: (log) => Array.from({ length: count }, () => makeEthereumAnchor(log)),
    });
    return Buffer.from(encodeProofXml(proof)).toString();
  };
  const eight = await anchors(8);
  const nine = eight.replace(/( *<Anchor [\s\S]*?<\/Anchor>\n)/, '$1$1');
  const most = { requirement: 16, verdict: 'unconfirmed', because: 'eight anchors' } as const;
  const longRaw = (bytes: number) => (xml: string) =>
    xml.replace(/<Raw>[0-9a-f]+/, (raw) => raw + '00'.repeat(bytes - (raw.length - 5) / 2));
  return [
    proofVector('anchors-most', most, eight),
    proofVector('anchors-beyond', { ...most, verdict: 'invalid', because: 'nine anchors' }, nine),
    ...refused([
      ['nodes-beyond', 16, '33 nodes', lines('Node', 33)],
      ['nodes-none', 16, 'no node', (xml) => xml.replaceAll(/\n *<Node[^\n]*/g, '')],
      ['steps-beyond', 16, '65 steps', lines('Step', 65)],
      ['transaction-beyond', 17, 'a transaction of 4097 bytes', longRaw(4097)],
    ]),
  ];
}

function names(): Vector[] {
  const id = (text: string) => replace('id="cert_sample"', `id="${text}"`);
  const issuer = (text: string) => replace('issuer="sello.example/log"', `issuer="${text}"`);
  return [
    ...accepted([['id-most', 20, 'an id of 128 characters, of every kind', id(`-_aZ09${'x'.repeat(122)}`)]]),
    ...refused([
      ['id-beyond', 20, 'an id of 129 characters', id('x'.repeat(129))],
      ['id-empty', 20, 'an empty id', id('')],
      ['id-other-letter', 20, 'an id with a point', id('cert.sample')],
      ['id-accent', 20, 'an id with an accent', id('certificación')],
      ['issuer-space', 20, 'an issuer with a space', issuer('sello.example log')],
      ['issuer-accent', 20, 'an issuer with an accent', issuer('selló.example/log')],
      ['issuer-beyond', 20, 'an issuer of 256 characters', issuer('x'.repeat(256))],
    ]),
  ];
}

/** Changes the proof as if the chain hashed its blocks by a rule of its own. */
export const withoutHeader = (reason: string) => (xml: string) =>
  xml
    .replace('headerRule="ethereum"', 'headerRule="none"')
    .replace(/<Inclusion type="mpt">[\s\S]*?<\/Inclusion>/, `<Inclusion type="none" reason="${reason}"/>`)
    .replace(/(<Block [^>/]*)>[\s\S]*?<\/Block>/, '$1/>');

function reasons(): Vector[] {
  return [
    ...accepted([
      [
        'reason-most',
        21,
        'a reason of 500 characters, each written as an entity',
        withoutHeader('&amp;'.repeat(500)),
      ],
      [
        'reason-all-characters',
        21,
        'every character that a reason may have',
        withoutHeader(everyCharacter()),
      ],
    ]),
    ...refused([
      ['reason-beyond', 21, 'a reason of 501 characters', withoutHeader('x'.repeat(501))],
      ['reason-empty', 21, 'an empty reason', withoutHeader('')],
      ['reason-accent', 21, 'a reason with an accent', withoutHeader('otro método')],
      ['reason-delete', 21, 'a reason with the character 7f', withoutHeader('x\u007f')],
    ]),
  ];
}

function everyCharacter(): string {
  const all = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('');
  return all
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function words(): Vector[] {
  const network = (text: string) => (xml: string) =>
    withoutHeader('x')(xml).replace('network="eip155:1337"', `network="${text}"`);
  return [
    ...accepted([
      [
        'finality-depth',
        22,
        'a depth of nine digits',
        replace('finality="depth:1"', 'finality="depth:999999999"'),
      ],
      [
        'trust-public',
        22,
        'another word for who could rewrite the chain',
        replace('trust="operator"', 'trust="public"'),
      ],
    ]),
    ...refused([
      ['finality-depth-zero', 22, 'a depth of zero', replace('finality="depth:1"', 'finality="depth:0"')],
      ['finality-word', 22, 'an unknown finality', replace('finality="depth:1"', 'finality="safe"')],
      ['trust-word', 22, 'an unknown trust', replace('trust="operator"', 'trust="nobody"')],
      ['network-namespace', 22, 'a network that is neither eip155 nor bip122', network('cosmos:hub-3')],
      ['network-zero', 22, 'a chain id with a leading zero', network('eip155:01337')],
      ['status-word', 23, 'an unknown status', replace('status="final"', 'status="done"')],
      [
        'status-pending-anchored',
        23,
        'a pending proof with an anchor',
        replace('status="final"', 'status="pending"'),
      ],
      [
        'status-final-anchored',
        23,
        'a final proof with an anchor that is not final',
        (xml) => xml.replace(/(<Anchor [^>]*status=")final/, '$1anchored'),
      ],
      [
        'status-final-alone',
        23,
        'a final proof without an anchor',
        (xml) => xml.replace(/ *<Anchor[\s\S]*<\/Anchor>\n/, ''),
      ],
    ]),
  ];
}

async function states(): Promise<Vector[]> {
  const xml = async (options: Parameters<typeof makeSample>[0]) =>
    Buffer.from(encodeProofXml((await makeSample(options)).proof)).toString();
  const pending = await xml({ status: 'pending', anchors: () => [] });
  const bitcoin = await xml({ anchors: (log) => [makeBitcoinAnchor(log)] });
  const ethereum = await xml({});
  const none = withoutHeader('this chain hashes its blocks in its own way')(ethereum);
  const fine = { requirement: 23, verdict: 'unconfirmed' } as const;
  const header = (wrong: string) => ({ requirement: 24, verdict: 'invalid', because: wrong }) as const;
  return [
    proofVector('pending', { ...fine, because: 'a pending proof has no anchor' }, pending),
    proofVector(
      'anchored',
      { ...fine, because: 'an anchored proof' },
      ethereum.replace('status="final">', 'status="anchored">'),
    ),
    proofVector(
      'header-rule-none',
      { requirement: 24, verdict: 'unconfirmed', because: 'the proof ends at the transaction' },
      none,
    ),
    proofVector(
      'header-rule-bitcoin',
      { requirement: 24, verdict: 'unconfirmed', because: 'an anchor in Bitcoin' },
      bitcoin,
    ),
    proofVector(
      'header-rule-none-header',
      header('none beside a header'),
      none.replace(/(<Block [^>]*)\/>/, '$1><Header>c0</Header></Block>'),
    ),
    proofVector(
      'header-rule-none-nodes',
      header('none beside nodes'),
      ethereum.replace('headerRule="ethereum"', 'headerRule="none"'),
    ),
    proofVector(
      'header-rule-none-no-reason',
      header('none without a reason'),
      none.replace(/ reason="[^"]*"/, ''),
    ),
    proofVector(
      'header-rule-ethereum-none',
      header('ethereum beside an inclusion of none'),
      none.replace('headerRule="none"', 'headerRule="ethereum"'),
    ),
    proofVector(
      'header-rule-ethereum-no-header',
      header('ethereum without a header'),
      ethereum.replace(/\n *<Header>.*\n */, ''),
    ),
    proofVector(
      'header-rule-bitcoin-elsewhere',
      header('bitcoin on a chain of Ethereum'),
      ethereum.replace('headerRule="ethereum"', 'headerRule="bitcoin"'),
    ),
    proofVector(
      'header-rule-ethereum-elsewhere',
      header('ethereum on Bitcoin'),
      bitcoin.replace('headerRule="bitcoin"', 'headerRule="ethereum"'),
    ),
    proofVector(
      'header-rule-unknown',
      header('an unknown rule'),
      ethereum.replace('headerRule="ethereum"', 'headerRule="qbft"'),
    ),
    proofVector(
      'header-rule-none-transaction',
      { requirement: 51, verdict: 'invalid', because: 'without a header, the transaction is still checked' },
      none.replace(/<Raw>02/, '<Raw>01'),
    ),
    proofVector(
      'header-rule-none-signed',
      { requirement: 51, verdict: 'valid', because: 'a key of the log signed' },
      none,
      ['--log-key', LOG_KEY],
    ),
    proofVector(
      'header-rule-none-block',
      { requirement: 51, verdict: 'invalid', because: 'nothing shows that the block holds it' },
      none,
      ['--trusted-block', /<Block hash="([0-9a-f]+)"/.exec(none)?.[1] ?? ''],
    ),
  ];
}
