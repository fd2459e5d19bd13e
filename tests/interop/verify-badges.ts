/**
 * A program of its own around @digitalcredentials/verifier-core, which VerifierPlus runs: reads credentials as JSON, one
 * in a line, fetches over https what it needs, and writes its verdicts. The JSON Schema is the pinned copy.
 */

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { verifyCredential } from '@digitalcredentials/verifier-core';

const schema = readFileSync(
  new URL('../vectors/open-badges/achievement-credential.schema.json', import.meta.url),
);
const fetchByNetwork = globalThis.fetch;
const asked = new Set<string>();
globalThis.fetch = async (input, init) => {
  const { url } = new Request(input, init);
  asked.add(url);
  if (url.startsWith('https://purl.imsglobal.org/'))
    return new Response(schema, { headers: { 'content-type': 'application/json' } });
  return fetchByNetwork(input, init);
};

for await (const line of createInterface({ input: process.stdin })) {
  const { log, errors, additionalInformation } = await verifyCredential({
    credential: JSON.parse(line),
    knownDIDRegistries: [],
  });
  process.stdout.write(`${JSON.stringify({ log, errors, additionalInformation, asked: [...asked] })}\n`);
}
