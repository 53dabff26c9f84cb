import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { emptyDatabase } from '#tests/support/node.ts'
import { freePort } from '#tests/support/services.ts'

/** A server serves and stops whether or not its output can be written. */
const root = fileURLToPath(new URL('../..', import.meta.url))
const TOKEN = 'a-token-for-these-tests'
let child: ChildProcess
let url: string
let dataDir: string

afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await rm(dataDir, { recursive: true })
})

type Stream = number | 'pipe'

async function start(stdout: Stream, stderr: Stream): Promise<void> {
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-output-'))
  child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: String(port),
      DATA_DIR: dataDir,
      MONGODB_URL: await emptyDatabase(),
      METRICS_TOKEN: TOKEN,
      LOG_LEVEL: 'debug',
    },
    stdio: ['ignore', stdout, stderr],
  })
}

const answers = () => vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200), 60_000)

async function droppedLines(stream: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })
  const series = `geulmaru_log_lines_dropped_total{stream="${stream}"} `
  const line = (await answer.text()).split('\n').find(line => line.startsWith(series))
  return Number(line?.slice(series.length))
}

async function stop(): Promise<number | null> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await exited
  return code
}

test('to a full disk', async () => {
  const full = await open('/dev/full', 'w')
  await start(full.fd, 'pipe')
  let output = ''
  child.stderr?.on('data', words => {
    output += words
  })
  await answers()
  expect(await droppedLines('stdout')).toBeGreaterThan(0)
  expect(output.match(/표준 출력/g)).toHaveLength(1)
  expect(await stop()).toBe(0)
  await full.close()
})

test('both to a full disk', async () => {
  const full = await open('/dev/full', 'w')
  await start(full.fd, full.fd)
  await answers()
  expect(await droppedLines('stderr')).toBe(1)
  expect(await stop()).toBe(0)
  await full.close()
})

test('to a pipe whose reader has exited', async () => {
  await start('pipe', 'pipe')
  child.stdout?.destroy()
  child.stderr?.destroy()
  await answers()
  await vi.waitFor(async () => expect(await droppedLines('stdout')).toBeGreaterThan(0), 30_000)
  expect(await stop()).toBe(0)
})

test('to a pipe that nobody reads', async () => {
  await start('pipe', 'pipe')
  child.stdout?.pause()
  await answers()
  // Each request logs a line, and together they exceed the buffers of the system and of the server.
  const path = `/${'x'.repeat(30_000)}`
  for (let asked = 0; asked < 60; asked += 1) await fetch(url + path)
  expect(await droppedLines('stdout')).toBeGreaterThan(0)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await stop()).toBe(0)
})
