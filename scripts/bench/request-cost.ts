import http from 'node:http';
import { readCpuMs } from './process-usage.ts';
import { percentile } from './report.ts';

// Requests one URL again and again, and reads from the server process what CPU time that cost.

export const CONNECTIONS = 4;
const ROUND_MS = 400;

/** CPU time of one request in milliseconds: the median of the rounds, and the largest difference of a round from that, as a share. */
export type Cost = { ms: number; spread: number };

export type Answer = { status: number; headers: [string, string][]; body: Buffer };

/** What some requests cost: milliseconds of CPU time of the server, and how many they were. */
export type Round = { cpu: number; requests: number };

export type Requested = { name: string; path: string; headers: Record<string, string> };

/** Requests a URL for a while. @param pid of the server */
export async function measureRound(pid: number, origin: string, target: Requested): Promise<Round> {
  const before = await readCpuMs(pid);
  const count = await load(origin, target, milliseconds(ROUND_MS));
  return { cpu: (await readCpuMs(pid)) - before, requests: count };
}

/** The figures of several rounds. */
export function toCost(rounds: Round[]): Cost {
  const each = rounds.map((round) => round.cpu / round.requests);
  const ms = percentile(each, 0.5);
  return { ms, spread: Math.max(...each.map((one) => Math.abs(one / ms - 1))) };
}

/** For `load`: until so much time has passed. */
export function milliseconds(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}

/** For `load`: until so many requests are begun. */
export function requests(wanted: number): (begun: number) => boolean {
  return (begun) => begun >= wanted;
}

/** Requests one URL again and again. @param isOver gets how many requests were begun. @returns how many were answered */
export async function load(
  origin: string,
  { path: address, headers, name }: Requested,
  isOver: (begun: number) => boolean,
): Promise<number> {
  let count = 0;
  const ask = async () => {
    while (!isOver(count)) {
      count++;
      const { status } = await send(origin + address, { headers });
      if (status !== 200) throw new Error(`${name} was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  return count;
}

const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
/** What belongs to a connection, not to an answer. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'date'];

/** One GET, or what `options` say. The answer's headers are without those of the connection. */
export function send(url: string, { body, ...options }: http.RequestOptions & { body?: string } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent, ...options }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const raw = answer.rawHeaders;
        const headers = raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []));
        const own = headers.filter(([name]) => !CONNECTION_HEADERS.includes(name.toLowerCase()));
        resolve({ status: answer.statusCode ?? 0, headers: own, body: Buffer.concat(chunks) });
      });
      answer.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
