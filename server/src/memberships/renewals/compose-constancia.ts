/** What a constancia de vigencia says, taken from the renewal and the term that the renewal opened. */

import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { dayOfMoment, todayOf } from '../calendar.ts';
import { readLook } from '../council/pg-council.ts';
import type { Compose } from '../documents/issue-document.ts';
import { fullName } from '../members/full-name.ts';
import { readMembers } from '../members/pg-members.ts';
import { memberAnonymised, memberNotFound } from '../members/refusals.ts';
import { findTerm } from '../membership/terms/pg-term-rows.ts';
import { findProgram } from '../programs/pg-programs.ts';
import { noConstanciaFor } from './constancia.ts';
import { findRenewal } from './pg-renewals.ts';
import type { Renewal } from './renewal.ts';

export const composeConstancia: Compose = async (tools, owner, { renewalId, memberId }) => {
  const renewal = renewalId && (await findRenewal(tools, owner, renewalId));
  if (renewal === undefined) throw new Error('A constancia without a renewal');
  const [member] = await readMembers(tools, owner, [memberId]);
  if (member === undefined) throw memberNotFound();
  if (member.status === 'anonymised') throw memberAnonymised();
  const { decision, snapshot, newTermId } = renewal;
  if (renewal.status !== 'approved' || !decision || !snapshot || !newTermId) throw noConstanciaFor(renewal);
  const term = await findTerm(tools, owner, newTermId);
  if (term === undefined) throw new Error(`${newTermId} is missing`);
  return {
    content: {
      kind: 'constancia',
      council: await readLook(tools, owner.accountId),
      issued_on: await todayOf(tools, owner, { memberId }),
      holder: fullName(member),
      member_number: member.memberNumber,
      professional_license: member.professionalLicense ?? null,
      specialty: member.specialty ?? null,
      ...(await programOf(tools, owner, renewal)),
      term: { number: term.number, starts_on: term.startsOn, ends_on: term.endsOn },
      decided_on: await dayOfMoment(tools, owner.accountId, decision.at),
      basis: renewal.basis,
      counted: JSON.parse(snapshot.text).evaluation.counted,
      renewal_id: renewal.id,
      snapshot_sha256: Buffer.from(snapshot.sha256).toString('hex'),
    },
  };
};

async function programOf(tools: Pick<Tools, 'query'>, owner: Owner, { programId }: Renewal) {
  const program = await findProgram(tools, owner, programId);
  return { program: program?.name ?? '', unit: program?.unit ?? '' };
}
