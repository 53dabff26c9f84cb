import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../dist/server/main.js', import.meta.url))

/** The built server in a process of its own, as `npm start` runs it. */
export interface BuiltNode {
  url: string
  pid: number
  /** Asks it to stop in order, as Ctrl-C does; resolves when it is gone. */
  stop(): Promise<void>
  /** Ends it like a power cut. */
  kill(): Promise<void>
}

/** Starts on a free port, or on the one in `environment`. */
export async function startBuiltNode(environment: Record<string, string>): Promise<BuiltNode> {
  const dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-node-'))
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit').then(() => rm(dataDir, { recursive: true, force: true }))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      const address = line.match(/http:\/\/\S+$/)?.[0]
      if (address) resolve(address)
    })
    void gone.then(() => reject(new Error('the server ended before it listened')))
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
  }
  return { url, pid: child.pid ?? 0, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}
