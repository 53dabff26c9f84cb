import { setTimeout as wait } from 'node:timers/promises'
import type { mongo } from 'mongoose'

const LOOK_MS = 1_000
/**
 * After so many looks in a row without a sign of it the driver's monitor is taken for stuck. While it works it says something at least
 * every 2.5 s (`connect.ts`), whether or not the database is there. A process that was held itself looks once, and hears of it then.
 */
const LOOKS = 8
const SIGNS = ['serverHeartbeatStarted', 'serverHeartbeatSucceeded', 'serverHeartbeatFailed'] as const

/**
 * Connects anew when the driver has stopped asking whether the database is there. Seen once in half an hour of troubles (driver 7.8):
 * its monitor's connection is closed while the monitor still waits for an answer on it, and then waits for ever; a node whose
 * database is long back would answer 503 until it is restarted.
 * @param onStuck called each time.
 */
export function watchMonitor(client: mongo.MongoClient, onStuck: () => void): { stop(): void } {
  let looksInVain = 0
  let isConnecting = false
  let isStopped = false
  for (const sign of SIGNS)
    client.on(sign, () => {
      looksInVain = 0
    })

  async function connectAnew(): Promise<void> {
    isConnecting = true
    onStuck()
    await client.close().catch(() => undefined)
    while (!isStopped && !(await isConnected())) await wait(LOOK_MS)
    isConnecting = false
  }
  const isConnected = () =>
    client.connect().then(
      () => true,
      () => false,
    )
  const looking = setInterval(() => {
    looksInVain += 1
    if (looksInVain >= LOOKS && !isConnecting) void connectAnew()
  }, LOOK_MS).unref()

  return {
    stop() {
      isStopped = true
      clearInterval(looking)
    },
  }
}
