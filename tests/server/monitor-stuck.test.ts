import type { Connection } from 'mongoose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { isMongoUnavailable } from '#server/platform/mongo/errors.ts'
import { emptyDatabase } from '#tests/support/node.ts'
import { type Line, startLine } from '#tests/support/tcpProxy.ts'

/** The driver's monitor, which asks whether the database is there, may get stuck, and then nobody finds it again. */
const PATIENCE_MS = 30_000
let line: Line
let connection: Connection
const onStuck = vi.fn()

beforeEach(async () => {
  onStuck.mockReset()
  const mongoUrl = await emptyDatabase()
  line = await startLine({ path: decodeURIComponent(new URL(mongoUrl).host) })
  const viaLine = mongoUrl.replace(new URL(mongoUrl).host, `127.0.0.1:${line.port}`)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  connection = await connectMongo(viaLine, { onStuck })
})
afterEach(async () => {
  await connection.close()
  vi.useRealTimers()
  await line.stop()
})

const answers = () => connection.collection('things').countDocuments({})

/** As it was found in a node: its monitor never hears that its connection is gone. */
function stickMonitor(): void {
  interface Monitored {
    topology: { s: { servers: Map<string, { monitor: { monitorId: { stop(): void } } }> } }
  }
  const { topology } = connection.getClient() as unknown as Monitored
  for (const { monitor } of topology.s.servers.values()) monitor.monitorId.stop()
}

test('a database that the driver would never find again is connected to anew', async () => {
  await answers()
  stickMonitor()
  line.cut()
  await expect(answers()).rejects.toSatisfy(isMongoUnavailable)
  line.repair()
  // Without its monitor the driver does not find it.
  await expect(answers()).rejects.toSatisfy(isMongoUnavailable)
  vi.advanceTimersByTime(10_000)
  expect(onStuck).toHaveBeenCalledOnce()
  await vi.waitFor(answers, { timeout: PATIENCE_MS, interval: 50 })
  expect(connection.readyState).toBe(1)
})

test('one that is away is waited for, and connected to anew as soon as it is back', async () => {
  stickMonitor()
  line.cut()
  await expect(answers()).rejects.toSatisfy(isMongoUnavailable)
  vi.advanceTimersByTime(10_000)
  await line.asked(1)
  await expect(answers()).rejects.toSatisfy(isMongoUnavailable)
  line.repair()
  await vi.waitFor(answers, { timeout: PATIENCE_MS, interval: 50 })
})

test('while the monitor works nothing is connected anew, even after the process itself was held', async () => {
  const client = connection.getClient()
  for (let held = 0; held < 3; held += 1) {
    await new Promise(resolve => client.once('serverHeartbeatSucceeded', resolve))
    vi.advanceTimersByTime(7_000)
  }
  expect(onStuck).not.toHaveBeenCalled()
})
