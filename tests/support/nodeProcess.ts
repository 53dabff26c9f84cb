import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { engineDirectory } from './services.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Ends a server as soon as its input is closed, so that it never outlives this process. */
const tie = `data:text/javascript,${encodeURIComponent(
  "process.stdin.on('close', () => process.kill(process.pid, 'SIGKILL')).resume().unref()",
)}`

/** A log line of level error or fatal. */
const FAULT = /^\{"level":[56]0,/

/** A server in its own process, as `npm start` runs it. */
export interface NodeProcess {
  url: string
  pid: number
  /** Its log lines of level error and fatal so far, and its standard error. */
  faults: string[]
  /** Its exit code and its standard error, once it has exited. */
  exited: Promise<{ exitCode: number | null; stderr: string }>
  /** Stops it gracefully, as Ctrl-C does. Resolves when it has exited. */
  stop(): Promise<void>
  /** Kills it, like a power failure. */
  kill(): Promise<void>
}

/**
 * The built server, on a free port and with its own data directory unless `environment` says otherwise. `directory`: another release, which
 * is built.
 */
export function startBuiltNode(environment: Record<string, string>, directory = root): Promise<NodeProcess> {
  return launch(['dist/server/main.js'], environment, directory)
}

/** The server from its sources, with the same defaults. */
export function startSourceNode(environment: Record<string, string>): Promise<NodeProcess> {
  return launch(['--import', 'tsx', 'server/main.ts'], environment)
}

async function launch(
  words: string[],
  environment: Record<string, string>,
  directory = root,
): Promise<NodeProcess> {
  const dataDir = await engineDirectory('node')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['--import', tie, ...words], {
    cwd: directory,
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
  // The pipe breaks when the process dies, which `exited` already reports.
  child.stdin.on('error', () => {})
  const faults: string[] = []
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    stderr += words
    faults.push(words)
  })
  const exited = once(child, 'close').then(async ([exitCode]) => {
    await rm(dataDir, { recursive: true, force: true })
    return { exitCode, stderr }
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      const address = line.match(/http:\/\/\S+$/)?.[0]
      if (address) resolve(address)
      if (FAULT.test(line)) faults.push(line)
    })
    void exited.then(() => reject(new Error(`the server ended before it listened: ${stderr}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  return { url, pid: child.pid ?? 0, faults, exited, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}
