import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Starts something to compare with, in a process of its own whose first line is its address. */
export async function startBare(script: 'bareStack.ts' | 'bareLive.ts', environment: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', `scripts/bench/${script}`], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: String(url), pid: child.pid ?? 0, stop: () => void child.kill() }
}
