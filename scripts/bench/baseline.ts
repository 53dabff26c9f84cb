import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Starts a baseline server in its own process. Its first line of output is its address. */
export async function startBaseline(
  script: 'baselineServer.ts' | 'baselineLive.ts' | 'baselineDocuments.mjs',
  environment: Record<string, string> = {},
) {
  // tsx takes memory, which the built server does not need.
  const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...loader, `scripts/bench/${script}`], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: String(url), pid: child.pid ?? 0, stop: () => void child.kill() }
}
