import fs from 'node:fs/promises';

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
};

const TOP = 25;

/**
 * Records a CPU profile of a Node process while `run` runs, and writes it as a .cpuprofile (Chrome's developer tools and VS Code open it).
 * @param port of the process's inspector (--inspect-port): the inspector is opened by a signal, so that the process starts as always
 * @returns the functions that took the most time themselves, as lines of text
 */
export async function profileCpu(pid: number, port: number, file: string, run: () => Promise<void>): Promise<string> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await findDebugger(port));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')), { once: true });
  });
  let last = 0;
  const call = <Result>(method: string, params = {}) =>
    new Promise<Result>((resolve) => {
      const id = ++last;
      const listener = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data)) as { id?: number; result: Result };
        if (message.id !== id) return;
        socket.removeEventListener('message', listener);
        resolve(message.result);
      };
      socket.addEventListener('message', listener);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await call('Profiler.enable');
  await call('Profiler.setSamplingInterval', { interval: 200 });
  await call('Profiler.start');
  await run();
  const { profile } = await call<{ profile: Profile }>('Profiler.stop');
  socket.close();
  await fs.writeFile(file, JSON.stringify(profile));
  return summarize(profile);
}

async function findDebugger(port: number): Promise<string> {
  for (let i = 0; i < 100; i++) {
    const list = await fetch(`http://127.0.0.1:${port}/json/list`).then(
      (answer) => answer.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
      () => [],
    );
    if (list[0]) return list[0].webSocketDebuggerUrl;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the inspector does not open');
}

function summarize({ nodes, samples, timeDeltas }: Profile): string {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || '(anonymous)'} ${url.replace(/^file:\/\/.*?\/(?=build\/|node_modules\/|scripts\/)/, '')}${url ? `:${lineNumber + 1}` : ''}`,
    ]),
  );
  const times = new Map<string, number>();
  samples.forEach((id, i) => {
    const name = names.get(id) ?? '';
    if (!name.startsWith('(idle)')) times.set(name, (times.get(name) ?? 0) + (timeDeltas[i] ?? 0));
  });
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  const rows = [...times].toSorted((a, b) => b[1] - a[1]).slice(0, TOP);
  return rows.map(([name, time]) => `${((100 * time) / total).toFixed(1).padStart(5)} %  ${name}`).join('\n');
}
