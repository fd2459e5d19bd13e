/** Puts together the parts that make documents: one composer for each kind, the writer, and the queue. */

import { type RecordSite, toRecord } from '../certificates/certificate-record.ts';
import { certificateNotFound } from '../certificates/read-certificates.ts';
import { composeDiploma } from './diplomas/compose-diploma.ts';
import { type IssuePorts, type IssueSettings, makeIssueDocument } from './documents/issue-document.ts';
import type { DocumentPorts } from './documents/ports.ts';
import { readOriginal } from './documents/read-original.ts';
import { composeConstancia } from './renewals/compose-constancia.ts';
import { composeTranscript } from './transcripts/transcript-content.ts';

export function openDocuments(
  ports: IssuePorts,
  settings: IssueSettings & RecordSite,
): Omit<DocumentPorts, 'documentWriter' | 'recordCanonizer'> {
  return {
    issueDocument: makeIssueDocument(ports, settings, {
      diploma: composeDiploma,
      constancia: composeConstancia,
      transcript: composeTranscript,
    }),
    openOriginal: ({ accountId }, sha256) => ports.blobs.open(accountId, sha256),
    readOriginal: (owner, sha256) => readOriginal(ports, owner, sha256),
    async showCertificate({ accountId, livemode }, id) {
      const certificate = await ports.access.read(accountId, livemode, ports.certificates.one(id));
      if (certificate === undefined) throw certificateNotFound();
      return toRecord(settings, certificate);
    },
  };
}
