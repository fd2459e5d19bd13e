import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../harness/for-file.ts';
import { API, openTestSello } from '../harness/test-sello.ts';
import { openWorkbench } from '../harness/workbench.ts';

/** Debian's python3-rfc3161ng needs the system's own Python, whatever else is on the PATH. */
const PYTHON = '/usr/bin/python3';

const sello = forFile(() => openTestSello({ SELLO_TSA_KEY: 'rsa2048' }));
const caller = forFile(() => sello.newAccount());
const bench = forFile(openWorkbench);
beforeAll(async () => {
  await bench.write('client.py', CLIENT);
  await bench.write('check.py', CHECK);
});

/** Requests a token over HTTP, checks it, and checks that invalid ones are refused. */
const CLIENT = `
import sys, rfc3161ng
url, certificate_file, hashname = sys.argv[1:]
certificate = open(certificate_file, 'rb').read()
stamper = rfc3161ng.RemoteTimestamper(url, certificate=certificate, hashname=hashname, include_tsa_certificate=True)
data = b'stamped from Python'
for nonce in (None, 7, 2**63 - 1):
    token = stamper.timestamp(data=data, nonce=nonce)
    assert stamper.check(token, data=data, nonce=nonce)
    assert rfc3161ng.get_timestamp(token).year >= 2020

def refused(**changed):
    asked = {'data': data, 'nonce': nonce, **changed}
    try:
        stamper.check(token, **asked)
    except ValueError:
        return True
    return False

assert refused(data=b'stamped from python')
assert refused(nonce=8)
forged = token[:-1] + bytes([token[-1] ^ 1])
try:
    rfc3161ng.check_timestamp(forged, certificate=certificate, data=data, hashname=hashname)
    sys.exit('a forged signature passed')
except Exception as error:
    assert 'InvalidSignature' in type(error).__name__, repr(error)
print('all checks hold')
`;

/** Checks the token of a certificate from its proof. */
const CHECK = `
import sys, rfc3161ng
response, chain, file = (open(name, 'rb').read() for name in sys.argv[1:])
token = rfc3161ng.decode_timestamp_response(response).time_stamp_token
assert rfc3161ng.check_timestamp(token, certificate=chain, data=file, hashname='sha256')
try:
    rfc3161ng.check_timestamp(token, certificate=chain, data=file + b'!', hashname='sha256')
    sys.exit('another file passed')
except ValueError:
    print('all checks hold')
`;

test.for(['sha256', 'sha384', 'sha512'])('rfc3161ng gets and accepts a token, with %s', async (hashname) => {
  const url = `${await address()}/tsa`;
  const unit = path.join(sello.dataDir, 'tsa', 'rsa2048', 'unit.pem');
  const { code, output } = await bench.run(PYTHON, 'client.py', url, unit, hashname);
  expect([code, output]).toEqual([0, 'all checks hold\n']);
});

test('rfc3161ng verifies the token of a certificate and refuses another file', async () => {
  const { id } = await sello.certify(caller.key, 'the very file');
  const answer = await sello.call('GET', `${API}/certificates/${id}/proof?type=nom151`, { key: caller.key });
  const { proof } = answer.body;
  await bench.write('proof.tsr', Buffer.from(proof.tsr_base64, 'base64'));
  await bench.write('chain.pem', proof.chain_pem);
  await bench.write('file', 'the very file');
  const { code, output } = await bench.run(PYTHON, 'check.py', 'proof.tsr', 'chain.pem', 'file');
  expect([code, output]).toEqual([0, 'all checks hold\n']);
});

let listening: Promise<string> | undefined;
function address(): Promise<string> {
  listening ??= sello.listen();
  return listening;
}
