import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Starts a baseline server in its own process. Its first line of output is its address. */
export async function startBaseline(
  script: 'baselineServer.ts' | 'baselineLive.ts',
  environment: Record<string, string>,
) {
  const child = spawn(process.execPath, ['--import', 'tsx', `scripts/bench/${script}`], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: String(url), pid: child.pid ?? 0, stop: () => void child.kill() }
}
