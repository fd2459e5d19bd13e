/** The public interface of this package. Everything else in this folder is internal. */
export type {
  AlgorithmIdentifier,
  HashName,
  PublicKeyAlgorithm,
  SignatureScheme,
  StrongHash,
} from './algorithms.ts';
export type { AnchorCheck, AnchorCheckName } from './anchor-checks.ts';
export {
  type AnchorVerifyOptions,
  type AnchorWarning,
  type AnchorWitness,
  type BlockchainVerdict,
  type ExpectedDocument,
  type TrustedBlock,
  verifyBlockchainProof,
} from './anchor-verify.ts';
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
} from './blockchain-proof.ts';
export { type BundleContent, readBundle, writeBundle } from './bundle.ts';
export type { BundleManifest } from './bundle-manifest.ts';
export { timestampCommands } from './bundle-readme.ts';
export {
  concatBytes,
  encodeBase64,
  encodeHex,
  encodeUtf8,
  equalBytes,
  parseBase64,
  parseHex,
  parseUtf8,
} from './bytes.ts';
export { type ChainCache, createChainCache } from './chain-cache.ts';
export { type Checkpoint, decodeCheckpoint, type SignedCheckpoint, signCheckpoint } from './checkpoint.ts';
export { type CrlOptions, type RevocationList, verifyCrl } from './crl.ts';
export { type CryptoEngine, type SignatureInput, webCryptoEngine } from './crypto-engine.ts';
export {
  type BlockHeader,
  commitsTo,
  decodeBlockHeader,
  decodeTransaction,
  type EthereumTransaction,
  encodeCommitment,
} from './ethereum.ts';
export { proveRpcTransaction, type RpcInclusion } from './ethereum-rpc.ts';
export {
  type BlockchainSummary,
  type Evidence,
  type EvidenceCheck,
  type EvidenceVerdict,
  type TimestampSummary,
  verifyEvidence,
} from './evidence.ts';
export { keccak256 } from './keccak.ts';
export {
  EMPTY_ROOT,
  type InclusionProof,
  inclusionSides,
  leafHash,
  type Side,
  type TreeHead,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts';
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
} from './merkle-log.ts';
export { buildTransactionsTrie, findProvenTransaction, type TransactionsTrie } from './merkle-patricia.ts';
export {
  acr2SeProfile,
  ECONOMIA_ARC,
  isInEconomiaArc,
  NOM151_POLICIES,
  type Nom151Policy,
} from './nom151.ts';
export {
  encodeOcspRequest,
  type OcspAnswer,
  type OcspQuestion,
  verifyOcspResponse,
} from './ocsp.ts';
export {
  isOriginStampXml,
  type OriginStampCheck,
  type OriginStampVerdict,
  verifyOriginStampXml,
} from './originstamp.ts';
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
} from './ots.ts';
export { type AttestedMessage, evaluateOts, mergeOtsTrees, pruneOts, upgradeOts } from './ots-evaluate.ts';
export { type CalendarStamp, encodeOtsExport } from './ots-export.ts';
export { decodePem, encodePem } from './pem.ts';
export { ProofError, type ProofErrorCode } from './proof-error.ts';
export { encodeProofXml } from './proof-xml.ts';
export { decodeProofXml } from './proof-xml-read.ts';
export {
  judgeRevocation,
  REVOCATION_CLOCK_TOLERANCE_MS,
  type RevocationCheck,
  type RevocationEvidence,
  type RevocationJudgement,
  type RevocationReport,
  reportRevocation,
} from './revocation.ts';
export type { Revocation, RevocationReason } from './revocation-reason.ts';
export { type RevocationSources, readRevocationSources } from './revocation-sources.ts';
export { decodeRlp, encodeNumber, encodeRlp, parseNumber, type RlpItem } from './rlp.ts';
export {
  decodeNoteKey,
  encodeNoteKey,
  type NoteKey,
  type SignedNote,
  verifyNote,
} from './signed-note.ts';
export { hasTile, parseTilePath, TILE_WIDTH, type Tile, tileNodes, tilePath } from './tiles.ts';
export {
  decodeTimestampResponse,
  type FailInfo,
  type TimestampResponse,
  type TimestampToken,
  type TstInfo,
} from './timestamp.ts';
export type { CheckName, ExpectedTimestamp } from './timestamp-checks.ts';
export {
  createTimestampSigner,
  encodeRejection,
  encodeTimestampResponse,
  type IssueOptions,
  type TimestampSigner,
  type TimestampSignerOptions,
} from './timestamp-issue.ts';
export {
  decodeTimestampRequest,
  encodeTimestampRequest,
  type MessageImprint,
  type TimestampRequest,
  type TimestampRequestOptions,
} from './timestamp-request.ts';
export type { Check, TimestampVerdict, Warning } from './timestamp-verdict.ts';
export { type VerifyOptions, verifyTimestamp } from './timestamp-verify.ts';
export { encodeTlogProof } from './tlog-proof.ts';
export type { Quirk, TrustProfile } from './trust-profile.ts';
export { parseSigningCertificate, type SigningCertificate } from './x509.ts';
export {
  type CertificateTemplate,
  encodeCertificate,
  type IssuingAlgorithm,
  type SignBytes,
} from './x509-issue.ts';
export type { DistinguishedName, NameAttribute } from './x509-name.ts';
