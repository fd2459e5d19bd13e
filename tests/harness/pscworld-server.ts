/** PSC World's SOAP service for constancias, as its integrators call it: refusals are texts in the result. */

import { openPscServer, type PscReply, type PscRequest, type PscServer } from './psc-server.ts';
import { soapReply, soapText } from './soap-reply.ts';

export const PSCWORLD_LOGIN = { user: 'empresa', password: 'c<la>ve' };

export type PscWorldServer = PscServer & {
  url: string;
  account: {
    credits: number;
    /** Number of constancias charged. */
    sold: number;
  };
};

export async function openPscWorldServer(): Promise<PscWorldServer> {
  const account = { credits: 1_000, sold: 0 };
  const byIdentifier = new Map<string, string>();

  const generate = async (request: PscRequest, server: PscServer): Promise<string> => {
    const identifier = soapText(request, 'identificador');
    const hash = Buffer.from(soapText(request, 'hash') ?? '', 'base64');
    if (!identifier) return 'ERROR: ID_NO_PROPORCIONADO';
    if (hash.length !== 32) return 'ERROR: HASH_NO_ES_SHA256';
    if (byIdentifier.has(identifier)) return 'ERROR: IDENTIFICADOR_EXISTENTE';
    if (account.credits === 0) return 'ERROR: EMPRESA_SIN_SALDO';
    account.credits -= 1;
    account.sold += 1;
    const constancia = Buffer.from(await server.stamp(hash.toString('hex'))).toString('base64');
    byIdentifier.set(identifier, constancia);
    return constancia;
  };
  const recover = (request: PscRequest): string =>
    byIdentifier.get(soapText(request, 'identificador') ?? '') ?? 'ERROR: CONSTANCIA_NO_ENCONTRADA';

  const server = await openPscServer(async (request, own) => {
    const operation = /^"http:\/\/tempuri\.org\/IClient\/(\w+)"$/.exec(
      request.headers.soapaction as string,
    )?.[1];
    if (operation === undefined || !request.body.includes(`<${operation} xmlns="http://tempuri.org/">`)) {
      return { status: 400 };
    }
    if (soapText(request, 'usuario') !== PSCWORLD_LOGIN.user)
      return result(operation, 'ERROR: USUARIO_INCORRECTO');
    if (soapText(request, 'password') !== PSCWORLD_LOGIN.password) {
      return result(operation, 'ERROR: PASSWORD_INCORRECTO');
    }
    return result(operation, operation === 'Genera' ? await generate(request, own) : recover(request));
  });
  return { ...server, url: `${server.origin}/NOMTS_Client.svc`, account };
}

/** One operation's response, whose result is this text. */
export function result(operation: string, text: string): PscReply {
  return soapReply(
    `<${operation}Response xmlns="http://tempuri.org/"><${operation}Result>${text}</${operation}Result></${operation}Response>`,
  );
}
