/** The public interface of this package. Everything else in this folder is internal. */

export type { AnchorCheck, AnchorCheckName } from './anchors/anchor-checks.ts';
export {
  type AnchorVerifyOptions,
  type AnchorWitness,
  type BlockchainVerdict,
  type ExpectedDocument,
  type TrustedBlock,
  verifyBlockchainProof,
} from './anchors/anchor-verify.ts';
export type { AnchorWarning } from './anchors/anchor-warnings.ts';
export {
  type Anchor,
  type AnchorTrust,
  type BlockchainProof,
  type BlockReference,
  type EthereumAnchor,
  type MerklePath,
  type MerkleStep,
  type OpenTimestampsAnchor,
  toMerklePath,
} from './anchors/blockchain-proof.ts';
export type { AnchorShown, Claim, ClaimName } from './anchors/claims.ts';
export {
  type BlockHeader,
  commitsTo,
  decodeBlockHeader,
  decodeTransaction,
  type EthereumTransaction,
  encodeCommitment,
} from './anchors/ethereum.ts';
export {
  encodeRpcHeader,
  encodeRpcTransaction,
  proveRpcTransaction,
  type RpcInclusion,
} from './anchors/ethereum-rpc.ts';
export {
  buildTransactionsTrie,
  findProvenTransaction,
  type TransactionsTrie,
} from './anchors/merkle-patricia.ts';
export type { NetworkKind } from './anchors/networks.ts';
export {
  isOriginStampXml,
  type OriginStampCheck,
  type OriginStampVerdict,
  verifyOriginStampXml,
} from './anchors/originstamp.ts';
export {
  decodeOtsFile,
  decodeOtsTree,
  encodeOtsFile,
  encodeOtsTree,
  type OtsAttestation,
  type OtsFile,
  type OtsOperation,
  type OtsReadLimits,
  type OtsTree,
} from './anchors/ots.ts';
export {
  type AttestedMessage,
  evaluateOts,
  mergeOtsTrees,
  pruneOts,
  upgradeOts,
} from './anchors/ots-evaluate.ts';
export { type CalendarStamp, encodeOtsExport } from './anchors/ots-export.ts';
export { encodeProofXml } from './anchors/proof-xml.ts';
export { decodeProofXml } from './anchors/proof-xml-read.ts';
export { secondsTooEarly } from './anchors/time-order.ts';
export { encodeTlogProof } from './anchors/tlog-proof.ts';
export { certificatesInAsic } from './containers/certificates-in-asic.ts';
export { asicFileName, type WrittenAsic, writeAsic } from './containers/write-asic.ts';
export type {
  AlgorithmIdentifier,
  HashName,
  PublicKeyAlgorithm,
  StrongHash,
} from './crypto/algorithms.ts';
export { type CryptoEngine, type SignatureInput, webCryptoEngine } from './crypto/crypto-engine.ts';
export { keccak256 } from './crypto/keccak.ts';
export {
  ALGORITHM_NAMES,
  type AlgorithmName,
  type SignatureScheme,
  unavailable,
} from './crypto/supported-algorithms.ts';
export {
  concatBytes,
  encodeBase64,
  encodeHex,
  encodeUtf8,
  equalBytes,
  parseBase64,
  parseHex,
  parseUtf8,
} from './encoding/bytes.ts';
export { isoText } from './encoding/iso-text.ts';
export { repeatedKey } from './encoding/json-keys.ts';
export { isPdf } from './encoding/pdf-files.ts';
export { decodePem, encodePem } from './encoding/pem.ts';
export { hasChecksum, isPng, readPngChunks, writePng } from './encoding/png.ts';
export { decodeRlp, encodeNumber, encodeRlp, parseNumber, type RlpItem } from './encoding/rlp.ts';
export { type PackedFile, packedFile, writeZip } from './encoding/zip.ts';
export {
  centralEntry,
  endRecords,
  localHeader,
  ZIP_BYTES,
  type ZipDirectory,
  type ZipRecord,
  ZipWriter,
} from './encoding/zip-records.ts';
export {
  ARCHIVE_FORMAT,
  ARCHIVE_PATHS,
  certificateFolder,
  entryPath,
  isArchivedId,
  OLDER_ARCHIVE_FORMAT,
  originalPath,
  type RebuiltBundle,
  rebuildBundle,
} from './evidence/archive-layout.ts';
export {
  type BundleContent,
  bundleFiles,
  type ReadBundle,
  readBundle,
  writeBundle,
} from './evidence/bundle.ts';
export { logKeyCommands, timestampCommands, wayCommand } from './evidence/bundle-commands.ts';
export { BUNDLE_ENTRIES } from './evidence/bundle-entries.ts';
export { type BundleFacts, readFacts } from './evidence/bundle-facts.ts';
export { lastingFiles } from './evidence/bundle-lasting.ts';
export type { BundleClaims, BundleManifest } from './evidence/bundle-manifest.ts';
export { plainLine } from './evidence/bundle-readme.ts';
export { openConstancia } from './evidence/constancia.ts';
export type { Demand } from './evidence/demands.ts';
export { verifyEvidence } from './evidence/evidence.ts';
export type { EvidenceCheck } from './evidence/evidence-check.ts';
export type {
  AnchorSummary,
  BlockchainSummary,
  EvidenceVerdict,
  Reached,
  ReceiptSummary,
  TimestampSummary,
  VerdictWord,
} from './evidence/evidence-verdict.ts';
export type { Evidence } from './evidence/given-evidence.ts';
export type { Lasting, LastingOptions } from './evidence/lasting.ts';
export { type NamedDigest, namedDigest } from './evidence/named-digest.ts';
export {
  type ForeignKind,
  MAX_EVIDENCE_BYTES,
  MAX_PDF_EVIDENCE_BYTES,
  mostBytes,
  type Recognised,
  recognise,
} from './evidence/recognise.ts';
export { encodeRenewalProof, type Renewal, verifyRenewal } from './evidence/renewal.ts';
export { certificatesInRecord } from './evidence-records/certificates-in-record.ts';
export {
  type ArchiveTimestamp,
  decodeEvidenceRecord,
  type EvidenceRecord,
  MAX_RECORD_BYTES,
  type ReducedTree,
} from './evidence-records/evidence-record.ts';
export { buildHashTree, foldReducedTree, type HashTree } from './evidence-records/hash-tree.ts';
export {
  createRecord,
  hashRenewalHashes,
  lastHashOf,
  renewHash,
  renewStamp,
  stampRenewalHashes,
  type TreeStamp,
} from './evidence-records/make-record.ts';
export type { ObjectDigest } from './evidence-records/record-links.ts';
export { renewalGroup, renewRecord } from './evidence-records/renew-together.ts';
export {
  type RecordCheck,
  type RecordCheckName,
  type RecordQuestion,
  type RecordVerdict,
  verifyEvidenceRecord,
} from './evidence-records/verify-record.ts';
export { decodeAddCheckpoint, encodeAddCheckpoint, type OfferedCheckpoint } from './log/add-checkpoint.ts';
export {
  decodeCheckpoint,
  type SignedCheckpoint,
  signCheckpoint,
  signCheckpointBy,
} from './log/checkpoint.ts';
export type { Checkpoint } from './log/checkpoint-text.ts';
export {
  addSignatures,
  type Cosignature,
  cosign,
  verifyCosignatures,
} from './log/cosignature.ts';
export { decodeEntryBundle, encodeEntryBundle } from './log/entry-bundle.ts';
export {
  entryHash,
  findLeafScheme,
  type LeafFile,
  type LeafParts,
  type LeafScheme,
  leafEntry,
  leafHash,
  toLeafFile,
} from './log/leaf.ts';
export {
  EMPTY_ROOT,
  type InclusionProof,
  inclusionSides,
  type Side,
  type TreeHead,
  verifyConsistency,
  verifyInclusion,
} from './log/merkle.ts';
export {
  appendLeaves,
  createHashChildren,
  EMPTY_FRONTIER,
  type Frontier,
  foldNodes,
  type HashChildren,
  type NodeAddress,
  type NodeRun,
  type ProofPlan,
  planConsistency,
  planInclusion,
  planRoot,
  resolveProof,
} from './log/merkle-log.ts';
export {
  decodeNoteKey,
  decodeWitnessKey,
  encodeNoteKey,
  encodeWitnessKey,
  type NoteKey,
  type NoteScheme,
} from './log/note-keys.ts';
export { decodeNote, encodeNote, type SignedNote, verifyNote } from './log/signed-note.ts';
export { foldTile, type ReadTile, readTiledNodes } from './log/tiled-nodes.ts';
export {
  type EntryBundle,
  entriesPath,
  hasTile,
  parseEntriesPath,
  parseTilePath,
  TILE_WIDTH,
  type Tile,
  tileNodes,
  tilePath,
} from './log/tiles.ts';
export { certificatesInPdf } from './pdf-stamps/read-validation-data.ts';
export {
  appendValidationData,
  fillStamp,
  prepareStamp,
  type UnstampedPdf,
  type ValidationData,
} from './pdf-stamps/seal-pdf.ts';
export { ProofError, type ProofErrorCode } from './proof-error.ts';
export {
  decodeReceipt,
  encodeReceipt,
  encodeReceiptHeader,
  type Receipt,
  signedBytes,
} from './receipts/receipt.ts';
export { ED_DSA, encodeCoseKeys } from './receipts/receipt-keys.ts';
export { type ReceiptVerdict, verifyReceipt } from './receipts/verify-receipt.ts';
export { algorithmsOfChain, type BrokenAlgorithm } from './timestamps/algorithms-of-stamp.ts';
export {
  acr2SeProfile,
  ECONOMIA_ARC,
  isInEconomiaArc,
  NOM151_POLICIES,
  type Nom151Policy,
} from './timestamps/nom151.ts';
export {
  decodeTimestampResponse,
  type FailInfo,
  type TimestampResponse,
  type TimestampToken,
  type TstInfo,
} from './timestamps/timestamp.ts';
export type { CheckName, ExpectedTimestamp } from './timestamps/timestamp-checks.ts';
export {
  createTimestampSigner,
  encodeRejection,
  encodeTimestampResponse,
  type IssueOptions,
  type TimestampSigner,
  type TimestampSignerOptions,
} from './timestamps/timestamp-issue.ts';
export {
  type DigestParameters,
  decodeTimestampRequest,
  encodeTimestampRequest,
  type MessageImprint,
  type TimestampRequest,
  type TimestampRequestOptions,
} from './timestamps/timestamp-request.ts';
export type { Check, TimestampVerdict, Warning } from './timestamps/timestamp-verdict.ts';
export { type VerifyOptions, verifyTimestamp } from './timestamps/timestamp-verify.ts';
export { type ChainCache, createChainCache } from './x509/chain-cache.ts';
export { type CrlOptions, type RevocationList, verifyCrl } from './x509/crl.ts';
export { encodeKeptAnswers, type KeptAnswer, sortAnswers } from './x509/kept-revocation.ts';
export {
  encodeOcspRequest,
  type OcspAnswer,
  type OcspQuestion,
  verifyOcspResponse,
} from './x509/ocsp.ts';
export {
  judgeRevocation,
  REVOCATION_CLOCK_TOLERANCE_MS,
  type RevocationCheck,
  type RevocationEvidence,
  type RevocationJudgement,
  type RevocationReport,
  reportRevocation,
} from './x509/revocation.ts';
export type { Revocation, RevocationReason } from './x509/revocation-reason.ts';
export { type RevocationSources, readRevocationSources } from './x509/revocation-sources.ts';
export type { Quirk, TrustProfile } from './x509/trust-profile.ts';
export { parseSigningCertificate, type SigningCertificate } from './x509/x509.ts';
export {
  type CertificateTemplate,
  encodeCertificate,
  type IssuingAlgorithm,
  type SignBytes,
} from './x509/x509-issue.ts';
export type { DistinguishedName, NameAttribute } from './x509/x509-name.ts';
