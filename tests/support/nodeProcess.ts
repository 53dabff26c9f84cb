import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { engineDirectory } from './directories.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Ends a server as soon as our end of its input closes: it does not outlive this process, however that ends. */
const tie = `data:text/javascript,${encodeURIComponent(
  "process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL')).resume().unref()",
)}`

/** A logged line of level error or fatal. */
const FAULT = /^\{"level":[56]0,/

/** A server in a process of its own, as `npm start` runs it. */
export interface NodeProcess {
  url: string
  pid: number
  /** What it has logged as its own fault so far, and whatever it said on standard error. */
  faults: string[]
  /** Its exit code, and all it said on standard error, once it is gone. */
  gone: Promise<{ exitCode: number | null; said: string }>
  /** Asks it to stop in order, as Ctrl-C does; resolves when it is gone. */
  stop(): Promise<void>
  /** Ends it like a power cut. */
  kill(): Promise<void>
}

/** The built server, on a free port and a data directory of its own unless `environment` says otherwise. */
export function startBuiltNode(environment: Record<string, string>): Promise<NodeProcess> {
  return launch(['dist/server/main.js'], environment)
}

/** The server from its sources, likewise. */
export function startSourceNode(environment: Record<string, string>): Promise<NodeProcess> {
  return launch(['--import', 'tsx', 'server/main.ts'], environment)
}

async function launch(words: string[], environment: Record<string, string>): Promise<NodeProcess> {
  const dataDir = await engineDirectory('node')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', tie, ...words], {
    cwd: root,
    env: {
      PATH,
      HOME,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '1000',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // Its end of the pipe closes when it dies, which `gone` already tells.
  child.stdin.on('error', () => {})
  const faults: string[] = []
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    said += words
    faults.push(words)
  })
  const gone = once(child, 'close').then(async ([exitCode]) => {
    await rm(dataDir, { recursive: true, force: true })
    return { exitCode, said }
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      const address = line.match(/http:\/\/\S+$/)?.[0]
      if (address) resolve(address)
      if (FAULT.test(line)) faults.push(line)
    })
    void gone.then(() => reject(new Error(`the server ended before it listened: ${said}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
  }
  return { url, pid: child.pid ?? 0, faults, gone, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}
