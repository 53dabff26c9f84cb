import type { Connection } from 'mongoose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { isMongoUnavailable } from '#server/platform/mongo/queries.ts'
import { emptyDatabase } from '#tests/support/node.ts'
import { startTcpProxy, type TcpProxy } from '#tests/support/tcpProxy.ts'

/**
 * The driver’s monitor checks whether the database is reachable. It may get stuck, and then the driver never finds
 * the database again.
 */
const TIMEOUT_MS = 30_000
let proxy: TcpProxy
let connection: Connection
const onStuck = vi.fn()

beforeEach(async () => {
  onStuck.mockReset()
  const mongoUrl = await emptyDatabase()
  proxy = await startTcpProxy({ path: decodeURIComponent(new URL(mongoUrl).host) })
  const viaProxy = mongoUrl.replace(new URL(mongoUrl).host, `127.0.0.1:${proxy.port}`)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  connection = await connectMongo(viaProxy, { onStuck })
})
afterEach(async () => {
  await connection.close()
  vi.useRealTimers()
  await proxy.stop()
})

const answers = () => connection.collection('things').countDocuments({})

/** As observed in a node: the monitor never receives the close of its connection. */
function blockMonitor(): void {
  interface Monitored {
    topology: { s: { servers: Map<string, { monitor: { monitorId: { stop(): void } } }> } }
  }
  const { topology } = connection.getClient() as unknown as Monitored
  for (const { monitor } of topology.s.servers.values()) monitor.monitorId.stop()
}

test('reconnects to a database that the driver would never find again', async () => {
  await answers()
  blockMonitor()
  proxy.cut()
  await expect(answers()).rejects.toSatisfy(isMongoUnavailable)
  proxy.repair()
  // Without its monitor the driver does not find the database.
  await expect(answers()).rejects.toSatisfy(isMongoUnavailable)
  vi.advanceTimersByTime(10_000)
  expect(onStuck).toHaveBeenCalledOnce()
  await vi.waitFor(answers, { timeout: TIMEOUT_MS, interval: 50 })
  expect(connection.readyState).toBe(1)
})

test('waits for a database that is down, and reconnects as soon as it is back', async () => {
  blockMonitor()
  proxy.cut()
  await expect(answers()).rejects.toSatisfy(isMongoUnavailable)
  vi.advanceTimersByTime(10_000)
  await proxy.waitForConnections(1)
  await expect(answers()).rejects.toSatisfy(isMongoUnavailable)
  proxy.repair()
  await vi.waitFor(answers, { timeout: TIMEOUT_MS, interval: 50 })
})

test('does not reconnect while the monitor works, even after the process was suspended', async () => {
  const client = connection.getClient()
  for (let held = 0; held < 3; held += 1) {
    await new Promise(resolve => client.once('serverHeartbeatSucceeded', resolve))
    vi.advanceTimersByTime(7_000)
  }
  expect(onStuck).not.toHaveBeenCalled()
})
