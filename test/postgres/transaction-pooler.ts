// A connection pooler in transaction mode, as PgBouncer 1.18 is: each transaction has another connection of the database,
// which keeps what was prepared on it; settings are refused when a connection begins; what a client sends behind the end of a
// transaction, before it has the answer, is answered to nobody; and notifications reach nobody.
import type { Socket } from 'node:net';
import { type Line, message, onMessages, openTo, standIn } from './wire.js';

export interface TransactionPooler extends Line {
  /** How many messages of the database reached nobody, notifications left out. */
  lost(): number;
}

const PROTOCOL = 196_608;
/** What a client may say about itself when it connects. */
const ACCEPTED = ['user', 'database', 'application_name', 'client_encoding'];
const IDLE = 'I'.charCodeAt(0);
const END = 'X'.charCodeAt(0);

interface Member {
  socket: Socket;
  /** Of the client whose transaction has this connection. */
  client: Socket | null;
}

/** `size`: connections to the database; clients wait for one in turn. */
export async function startPooler(to: string, size = 10): Promise<TransactionPooler> {
  const members = new Set<Member>();
  const free: Member[] = [];
  const waiting: ((member: Member) => void)[] = [];
  let lost = 0;

  async function take(startup: Buffer): Promise<Member> {
    const idle = free.pop();
    if (idle) return idle;
    if (members.size >= size) return new Promise((resolve) => waiting.push(resolve));
    const socket = openTo(to);
    const member: Member = { socket, client: null };
    members.add(member);
    socket.on('error', () => {});
    socket.on('close', () => {
      members.delete(member);
      member.client?.destroy();
    });
    socket.write(startup);
    await new Promise<void>((ready) => {
      let isReady = false;
      onMessages(socket, (type, message) => {
        if (isReady) return fromDatabase(member, type, message);
        isReady = type === 'Z';
        if (isReady) ready();
      });
    });
    return member;
  }

  function give(member: Member): void {
    member.client = null;
    const next = waiting.shift();
    if (next) next(member);
    else free.push(member);
  }

  function fromDatabase(member: Member, type: string, message: Buffer): void {
    if (!member.client) {
      if (type !== 'A') lost += 1;
      return;
    }
    member.client.write(message);
    if (type === 'Z' && message[5] === IDLE) give(member);
  }

  const line = await standIn(to, (client) => {
    let startup: Buffer | null = null;
    let member: Member | null = null;
    let unsent: Buffer[] | null = null;
    client.on('close', () => {
      if (member?.client === client) member.socket.destroy(); // its transaction is not over
    });
    client.on('data', (data) => {
      if (startup === null) {
        startup = data;
        const refused = settingsOf(data).find((name) => !ACCEPTED.includes(name));
        if (refused) client.end(error(`unsupported startup parameter: ${refused}`));
        else client.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
      } else if (data[0] === END) client.end();
      else if (member?.client === client) member.socket.write(data);
      else if (unsent) unsent.push(data);
      else void begin(startup, data);
    });
    async function begin(startup: Buffer, data: Buffer): Promise<void> {
      const parts = [data];
      unsent = parts;
      member = await take(startup);
      unsent = null;
      member.client = client;
      member.socket.write(Buffer.concat(parts));
    }
  });
  return {
    url: line.url,
    lost: () => lost,
    async close() {
      for (const { socket } of members) socket.destroy();
      await line.close();
    },
  };
}

/** Names of the settings in the first message of a client, which has no type. */
function settingsOf(data: Buffer): string[] {
  if (data.readInt32BE(4) !== PROTOCOL) throw new Error('the client does not begin with a startup message');
  const words = data.toString('utf8', 8, data.readInt32BE(0)).split('\0');
  return words.filter((word, i) => i % 2 === 0 && word !== '');
}

function error(text: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`));
}
