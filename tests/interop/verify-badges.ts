/**
 * A program of its own around @digitalcredentials/verifier-core, which VerifierPlus runs: reads credentials as JSON, one
 * in a line, fetches over https what it needs, and writes its verdicts. JSON Schemas and the context of CLR are pinned copies.
 */

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { verifyCredential } from '@digitalcredentials/verifier-core';

const pinned = (name: string) => readFileSync(new URL(name, import.meta.url));
/** By the end of the address; every other address of 1EdTech is that of the schema of a badge. */
const PINNED: Readonly<Record<string, Buffer>> = {
  'clr_v2p0_clrcredential_schema.json': pinned('../vectors/open-badges/clr-credential.schema.json'),
  'context-2.0.1.json': pinned('../../proof/src/badges/contexts/clr-2.0.1.json'),
};
const schema = pinned('../vectors/open-badges/achievement-credential.schema.json');
const fetchByNetwork = globalThis.fetch;
const asked = new Set<string>();
globalThis.fetch = async (input, init) => {
  const { url } = new Request(input, init);
  asked.add(url);
  if (url.startsWith('https://purl.imsglobal.org/'))
    return new Response(PINNED[url.slice(url.lastIndexOf('/') + 1)] ?? schema, {
      headers: { 'content-type': 'application/json' },
    });
  return fetchByNetwork(input, init);
};

for await (const line of createInterface({ input: process.stdin })) {
  const { log, errors, additionalInformation } = await verifyCredential({
    credential: JSON.parse(line),
    knownDIDRegistries: [],
  });
  process.stdout.write(`${JSON.stringify({ log, errors, additionalInformation, asked: [...asked] })}\n`);
}
