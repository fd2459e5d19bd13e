/** Advantage's SOAP service for constancias, as its integrators call it. */

import { decodeTimestampRequest } from '../../proof/src/index.ts';
import { EMBEDDED_POLICY } from '../../server/src/timestamps/authority/authority.ts';
import { openPscServer, type PscRequest, type PscServer } from './psc-server.ts';
import { soapFault, soapReply, soapText } from './soap-reply.ts';

/** Contains characters that XML must escape. */
export const ADVANTAGE_LOGIN = { user: 'usr<1>', password: 'p&"ss:w\'rd', entity: 'Notaría & Cía' };

export type AdvantageServer = PscServer & {
  url: string;
  account: {
    credits: number;
    /** Number of constancias charged. */
    sold: number;
  };
};

const NAMESPACE = 'www.XMLWebServiceSoapHeaderAuth.net';

export async function openAdvantageServer(): Promise<AdvantageServer> {
  const account = { credits: 1_000, sold: 0 };
  const server = await openPscServer(async (request, { authority }) => {
    const problem = problemOf(request);
    if (problem !== undefined) return soapFault('soap:Client', problem);
    const query = Buffer.from(soapText(request, 'solicitud') ?? '', 'base64');
    const asked = decodeTimestampRequest(query);
    if (asked.nonce !== undefined || asked.policy !== EMBEDDED_POLICY) {
      return result(3, 'La solicitud no es válida');
    }
    if (account.credits === 0) return result(7, 'La entidad no cuenta con saldo');
    account.credits -= 1;
    account.sold += 1;
    const tsr = Buffer.from(await authority.answer(query)).toString('base64');
    // .NET wraps and escapes long lines like this.
    return result(0, 'Operación exitosa', tsr.replace(/.{76}/g, '$&&#xD;\n'), account.sold);
  });
  return { ...server, url: `${server.origin}/wsnom151/webservice.asmx`, account };
}

function problemOf(request: PscRequest): string | undefined {
  const { user, password, entity } = ADVANTAGE_LOGIN;
  const isRightCall =
    request.url === '/wsnom151/webservice.asmx' &&
    request.headers.soapaction === `"${NAMESPACE}/GeneraConstancia"` &&
    request.body.includes(`<AuthSoapHd xmlns="${NAMESPACE}">`) &&
    request.body.includes(`<GeneraConstancia xmlns="${NAMESPACE}">`) &&
    soapText(request, 'referencia') !== undefined;
  if (!isRightCall) return 'Server did not recognize the value of HTTP Header SOAPAction';
  const isKnown =
    soapText(request, 'Usuario') === user &&
    soapText(request, 'Clave') === password &&
    soapText(request, 'Entidad') === entity;
  return isKnown ? undefined : 'Usuario, clave o entidad incorrectos';
}

function result(state: number, description: string, constancia = '', folio = 0) {
  return soapReply(
    `<GeneraConstanciaResponse xmlns="${NAMESPACE}"><GeneraConstanciaResult>` +
      `<Estado>${state}</Estado><Descripcion>${description}</Descripcion>` +
      `${constancia === '' ? '<Constancia />' : `<Constancia>${constancia}</Constancia>`}` +
      `<Folio>${folio}</Folio></GeneraConstanciaResult></GeneraConstanciaResponse>`,
  );
}
