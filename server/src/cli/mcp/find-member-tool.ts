/** The tool `find_member`: finds a council's members by name, number or standing. */

import type { McpServer } from '@modelcontextprotocol/server';
import type { Member } from '@sello/sdk/source';
import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { type Answer, addTool, type Desk, PAGE, PAGE_FACTS, pageWords, readPage } from './tool.ts';

const Input = Type.Object({
  q: Type.Optional(
    Type.String({ description: 'Words of the name, a number, a licence or an e-mail address.' }),
  ),
  member_number: Type.Optional(Type.String()),
  professional_license: Type.Optional(Type.String()),
  status: Type.Optional(oneOf(['active', 'suspended', 'deceased', 'anonymised'])),
  standing: Type.Optional(
    oneOf(['scheduled', 'delinquent', 'current', 'grace', 'lapsed', 'suspended', 'ended']),
  ),
  program_id: Type.Optional(Type.String({ description: 'Only members of this program.' })),
  ...PAGE,
});

const Output = Type.Object({
  ...PAGE_FACTS,
  members: Type.Array(
    Type.Object({
      id: Type.String(),
      member_number: Type.String(),
      name: nullable(Type.String({ description: 'Null once the member is anonymised.' })),
      status: Type.String(),
      professional_license: nullable(Type.String()),
      specialty: nullable(Type.String()),
      member_since: nullable(Type.String()),
    }),
  ),
});

export function findMemberTool(server: McpServer, desk: Desk): void {
  addTool(server, {
    name: 'find_member',
    title: 'Find members',
    description: 'Lists members of the council, newest first, by words, number, licence or standing.',
    input: Input,
    output: Output,
    annotations: { readOnlyHint: true, openWorldHint: false },
    run: (input) => findMember(desk, input),
  });
}

async function findMember(
  { sello }: Desk,
  { limit = 10, ...filters }: Static<typeof Input>,
): Promise<Answer<Static<typeof Output>>> {
  const page = await readPage(sello.members.list({ ...filters, limit }));
  const { items, total, next_after } = page;
  return { text: pageWords(page), facts: { total, next_after, members: items.map(memberFacts) } };
}

/** Without CURP, RFC, address and telephone, because an assistant does not need them to identify a member. */
function memberFacts(member: Member): Static<typeof Output>['members'][number] {
  const { id, member_number, status, professional_license, specialty, member_since } = member;
  const names = [member.given_name, member.first_surname, member.second_surname].filter(
    (name) => name !== null,
  );
  return {
    id,
    member_number,
    name: names.length === 0 ? null : names.join(' '),
    status,
    professional_license,
    specialty,
    member_since,
  };
}
