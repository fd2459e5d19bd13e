/** A mail server that accepts and stores every mail (the part of RFC 5321 that a client needs). */

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type ReceivedMail = {
  from: string;
  to: string[];
  /** Header fields by their lower-case name, decoded. */
  headers: Map<string, string>;
  text: string;
  /** Undefined for a mail of text alone. */
  html: string | undefined;
  /** The names of the files that go with it. */
  attachments: string[];
};

export type SmtpServer = {
  /** For SELLO_SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  close(): Promise<void>;
};

export async function openSmtpServer(): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket, (mail) => mails.push(mail));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    async close() {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

function talk(socket: Socket, keep: (mail: ReceivedMail) => void): void {
  let received = '';
  let envelope = { from: '', to: [] as string[] };
  let inData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const obey = (line: string) => {
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'MAIL') envelope = { from: address, to: [] };
    if (verb === 'RCPT') envelope.to.push(address);
    inData = verb === 'DATA';
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    say(inData ? '354 go on' : '250 ok');
  };
  say('220 test');
  socket.setEncoding('utf8').on('data', (chunk) => {
    received += chunk;
    for (;;) {
      const end = received.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const taken = received.slice(0, end);
      received = received.slice(end + (inData ? 5 : 2));
      if (!inData) {
        obey(taken);
        continue;
      }
      inData = false;
      keep({ ...envelope, ...readMessage(taken.replaceAll('\r\n..', '\r\n.')) });
      say('250 kept');
    }
  });
}

type ReadMessage = Pick<ReceivedMail, 'headers' | 'text' | 'html' | 'attachments'>;

function readMessage(message: string): ReadMessage {
  const [head = '', ...body] = message.split('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    headers.set(
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodeWords(line.slice(line.indexOf(':') + 2)),
    );
  }
  const boundary = /^multipart\/.*boundary="?([^";]+)/i.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary !== undefined) return { headers, ...readParts(body.join('\r\n\r\n'), boundary) };
  const text = body.join('\r\n\r\n').replaceAll('\r\n', '\n');
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64')
    return { headers, text: Buffer.from(text, 'base64').toString(), html: undefined, attachments: [] };
  const plain = encoding === 'quoted-printable' ? decodeQuoted(text) : text;
  return { headers, text: plain, html: undefined, attachments: [] };
}

/** The plain part and the HTML part. In a mail with files, these two are inside a part of their own. */
function readParts(body: string, boundary: string): Omit<ReadMessage, 'headers'> {
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readMessage(part.replace(/^\r\n/, '').replace(/\r\n$/, '')));
  const partOf = (type: string) =>
    parts.find(({ headers }) => headers.get('content-type')?.startsWith(type))?.text;
  const inner = parts.find(({ headers }) => headers.get('content-type')?.startsWith('multipart/'));
  const attachments = parts.flatMap(({ headers }) => {
    const name = /^attachment;.*filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1];
    return name === undefined ? [] : [name];
  });
  if (inner !== undefined) return { text: inner.text, html: inner.html, attachments };
  return { text: partOf('text/plain') ?? '', html: partOf('text/html'), attachments };
}

/** RFC 2047 encoded words, as nodemailer writes them. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, coded: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(coded, 'base64').toString()
        : decodeQuoted(coded.replaceAll('_', ' ')),
    );
}

function decodeQuoted(text: string): string {
  const bytes = text
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
