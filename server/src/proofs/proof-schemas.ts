/** The API schemas of a certificate's proofs. */

import { Type } from 'typebox';
import { WarningSchema } from '../certificates/certificate-record.ts';
import { contentOf, nullable, oneOf } from '../http/schema.ts';

export const FileProofSchema = Type.Object(
  {
    type: Type.Literal('file'),
    certificate_id: Type.String(),
    url: Type.String({
      format: 'uri',
      description: 'A link to the original file. It works for 5 minutes, for anyone who has it.',
    }),
    expires_at: Type.String({ format: 'date-time' }),
    file_name: Type.String(),
    size: Type.Integer(),
    sha256: Type.String(),
  },
  { title: 'FileProof' },
);

export const Nom151ProofSchema = Type.Object(
  {
    type: Type.Literal('nom151'),
    certificate_id: Type.String(),
    tsr_base64: Type.String({ description: "The provider's exact TimeStampResp (RFC 3161, DER)." }),
    chain_pem: Type.String({
      description: 'From the signer up to the root: what `openssl ts -verify -CAfile` needs.',
    }),
    token: Type.Object({
      policy_oid: Type.String(),
      serial: Type.String(),
      gen_time: Type.String({ description: 'RFC 3339, with every digit that the provider wrote.' }),
      accuracy_ms: nullable(Type.Number()),
      hash_algorithm: Type.String(),
      hash: Type.String(),
      nonce: nullable(Type.String({ description: 'Hexadecimal.' })),
      tsa: nullable(Type.String()),
      signer: Type.Object({
        subject: Type.String(),
        issuer: Type.String(),
        serial: Type.String(),
        not_before: Type.String({ format: 'date-time' }),
        not_after: Type.String({ format: 'date-time' }),
      }),
    }),
    psc: Type.String(),
    accredited: Type.Boolean(),
    warnings: Type.Array(WarningSchema),
    shared: Type.Boolean({
      description:
        'Whether several files share the time stamp. Then the token is over the root of a tree of hashes: by itself it does not prove the file, and it is no constancia of this file alone.',
    }),
    tree_size: nullable(Type.Integer({ description: 'How many files share the time stamp.' })),
    record_base64: nullable(
      Type.String({
        description:
          'For a shared time stamp: the evidence record (RFC 4998, DER) that leads from the file to what the token stamps. `type=record` gives it with its renewals.',
      }),
    ),
  },
  { title: 'Nom151Proof' },
);

export const BundleProofSchema = Type.Object(
  {
    type: Type.Literal('bundle'),
    certificate_id: Type.String(),
    file_name: Type.String(),
    sha256: Type.String({ description: 'SHA-256 of the ZIP.' }),
    zip_base64: Type.String(),
  },
  { title: 'BundleProof' },
);

export const ConstanciaProofSchema = Type.Object(
  {
    type: Type.Literal('constancia'),
    certificate_id: Type.String(),
    file_name: Type.String(),
    size: Type.Integer({ description: 'Bytes.' }),
    sha256: Type.String({ description: 'SHA-256 of the PDF.' }),
    pdf_base64: Type.String({
      description:
        'In Spanish and English, with the proofs inside as attached files. The same bytes for ever once the certificate is `certified`.',
    }),
  },
  { title: 'ConstanciaProof' },
);

export const ORIGINAL = ['include', 'omit'] as const;

export const CourtProofSchema = Type.Object(
  {
    type: Type.Literal('court'),
    certificate_id: Type.String(),
    url: Type.String({
      format: 'uri',
      description: 'A link to the ZIP. It works for 5 minutes, for anyone who has it.',
    }),
    expires_at: Type.String({ format: 'date-time' }),
    file_name: Type.String(),
    original: oneOf(ORIGINAL, { description: 'Whether the ZIP includes the original.' }),
    sha256: nullable(
      Type.String({ description: 'SHA-256 of the original. Null if only a longer digest was sent.' }),
    ),
  },
  { title: 'CourtProof' },
);

export const AsicProofSchema = Type.Object(
  {
    type: Type.Literal('asic'),
    certificate_id: Type.String(),
    url: Type.String({
      format: 'uri',
      description: 'A link to the container. It works for 5 minutes, for anyone who has it.',
    }),
    expires_at: Type.String({ format: 'date-time' }),
    file_name: Type.String(),
    form: oneOf(['asic-s', 'asic-e'], {
      description:
        '`asic-s`: the original with its time stamp (`.asics`). `asic-e`: the original with its evidence record (`.asice`), if the time stamp is shared by several files or was renewed.',
    }),
    sha256: Type.String({ description: 'SHA-256 of the original.' }),
  },
  { title: 'AsicProof' },
);

export const BlockchainProofSchema = Type.Object(
  {
    type: Type.Literal('blockchain'),
    certificate_id: Type.String(),
    status: Type.Literal('final'),
    network: Type.String({ description: 'CAIP-2.' }),
    trust: Type.String({
      description:
        'Who could rewrite the chain: `operator` (no independent witness), `permissioned` or `public`.',
    }),
    tx_id: nullable(Type.String()),
    block_number: Type.Integer(),
    block_hash: Type.String(),
    xml: Type.String({ description: 'The proof itself; docs/proof-format.md tells how to check it.' }),
    calendars: Type.Array(
      Type.Object({
        calendar: Type.String({ format: 'uri' }),
        status: oneOf(['pending', 'attested', 'confirmed'], {
          description:
            '`pending`: the calendar has promised a place in a Bitcoin block. `attested`: the calendar names the block, whose header was not checked here. `confirmed`: the header was checked and contains the Merkle root.',
        }),
        bitcoin_block: nullable(Type.Integer()),
      }),
      {
        description:
          'Additional OpenTimestamps stamps, if the operator uses calendars. They are completed over hours, and are in `format=ots` but never in the XML.',
      },
    ),
  },
  { title: 'BlockchainProof' },
);

export const RecordProofSchema = Type.Object(
  {
    type: Type.Literal('record'),
    certificate_id: Type.String(),
    file_name: Type.String(),
    sha256: Type.String({ description: 'SHA-256 of the record.' }),
    record_base64: Type.String({
      description:
        'An evidence record (RFC 4998, DER): the time stamp of the certificate, and every stamp that renewed it before keys or hash algorithms became unsafe. `sello verify FILE --record FILE.ers --root ROOT.pem` checks it, and so does any other program that knows the format. Each renewal makes it longer, so fetch it again after a renewal.',
    }),
    chain_pem: Type.String({
      description: 'The signing certificates of all its stamps, each chain up to its root.',
    }),
    stamps: Type.Array(
      Type.Object({
        gen_time: Type.String({ description: 'RFC 3339, with every digit that the provider wrote.' }),
        hash_algorithm: Type.String(),
      }),
      { description: 'The oldest first.' },
    ),
  },
  { title: 'RecordProof' },
);

export const ReceiptProofSchema = Type.Object(
  {
    type: Type.Literal('receipt'),
    certificate_id: Type.String(),
    file_name: Type.String(),
    sha256: Type.String({ description: 'SHA-256 of the receipt.' }),
    receipt_base64: Type.String({
      description:
        'A COSE receipt (RFC 9942, RFC9162_SHA256, CBOR). `sello verify FILE --receipt FILE.receipt --log-key KEY` checks it, and so does any other program that knows the format and the entry of the log. It shows that the certificate is in the log, and no time. The same bytes for as long as the log keeps its key.',
    }),
    log: Type.String({ description: 'The name of the log, which the receipt states as its issuer.' }),
    key_id: Type.String({
      description: 'Which key of the log signed it: 8 hexadecimal digits, as in the verifier key.',
    }),
    leaf_index: Type.Integer({ description: 'The place of the certificate in the log, from 0.' }),
    tree_size: Type.Integer({ description: 'The size of the log whose root is signed.' }),
  },
  { title: 'ReceiptProof' },
);

export const ProofQuery = Type.Object({
  type: oneOf(
    ['file', 'nom151', 'blockchain', 'record', 'receipt', 'bundle', 'constancia', 'court', 'asic'],
    {
      description:
        '`file`: a link to the original file that works for 5 minutes. `nom151`: the time stamp. `blockchain`: the anchoring proof, 409 until it is ready. `record`: the time stamp with its renewals, as an evidence record (RFC 4998). `receipt`: the place in the log as a COSE receipt (RFC 9942), ready within seconds. `bundle`: a ZIP of all proofs, with commands to check them without this service. `constancia`: the same proofs in a PDF for people, available at once. `court`: a link to a ZIP for a court, in Spanish and English, with the original, the evidence, and an explanation of what it proves and how to check it. `asic`: a link to an ASiC container (ETSI EN 319 162) with the original and its time stamp or evidence record, for European validators.',
    },
  ),
  original: Type.Optional(
    oneOf(ORIGINAL, {
      default: 'include',
      description:
        'Only with `type=court`. `omit` leaves the original out, so that its holder can add it; for files that are not kept here.',
    }),
  ),
  format: Type.Optional(
    oneOf(['json', 'raw', 'ots', 'tlog'], {
      default: 'json',
      description:
        '`json`: facts and proof together. `raw`: only the proof (for `file`, a redirect to the link; for `court` and `asic`, the archive itself). With `blockchain`, `ots` is the same proof as an OpenTimestamps file, with the stamps of calendars, and `tlog` is the same proof as a C2SP tlog-proof.',
    }),
  ),
});

/** The successful responses of the operation. */
export const PROOF_RESPONSE = {
  200: {
    description: 'The proof: JSON, or with `format=raw` its exact bytes.',
    content: {
      'application/json': {
        schema: Type.Object({
          proof: Type.Union(
            [
              FileProofSchema,
              Nom151ProofSchema,
              BundleProofSchema,
              BlockchainProofSchema,
              RecordProofSchema,
              ReceiptProofSchema,
              ConstanciaProofSchema,
              CourtProofSchema,
              AsicProofSchema,
            ],
            { title: 'Proof', description: 'One kind for each `type`.' },
          ),
        }),
      },
      'application/xml': { schema: contentOf('application/xml') },
      'application/vnd.opentimestamps.ots': { schema: contentOf('application/vnd.opentimestamps.ots') },
      'text/plain': { schema: contentOf('text/plain') },
      'application/pdf': { schema: contentOf('application/pdf') },
      'application/zip': { schema: contentOf('application/zip') },
      'application/vnd.etsi.asic-s+zip': { schema: contentOf('application/vnd.etsi.asic-s+zip') },
      'application/vnd.etsi.asic-e+zip': { schema: contentOf('application/vnd.etsi.asic-e+zip') },
      'application/timestamp-reply': { schema: contentOf('application/timestamp-reply') },
      'application/octet-stream': { schema: contentOf('application/octet-stream') },
      'application/cose': { schema: contentOf('application/cose') },
    },
  },
  302: Type.Unsafe<null>({
    type: 'null',
    description: 'With `type=file&format=raw`: the file is at `Location`.',
  }),
};
