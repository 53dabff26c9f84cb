import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from 'mongoose'
import { pino } from 'pino'
import { prepareDatabase } from '#server/database.ts'
import { connectMongo, createIndexes } from '#server/platform/mongo/connect.ts'
import { startEmbeddedEngine } from '#server/platform/mongo/embedded.ts'
import { openRepositories } from '#server/repositories.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'

/** A node with its own MongoDB on disk: a million of everything takes some gigabytes. */
export interface ScaleServer {
  url: string
  mongo: Connection
  /** Process ids. */
  pids: { node: number; engine: number }
  /** Flushes all writes to disk, so that MongoDB has no background work while measuring. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** @param fill inserts the initial documents. */
export async function startScaleServer(fill: (mongo: Connection) => Promise<void>): Promise<ScaleServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-scale-'))
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true })]
  const stop = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const engine = await startEmbeddedEngine({ dataDir, log: console })
    ends.push(engine.stop)
    const mongo = await connectMongo(engine.url)
    ends.push(() => mongo.close())
    openRepositories(mongo)
    await prepareDatabase(mongo, { clock: () => new Date(), log: pino({ level: 'silent' }) })
    // Indexes are created after the inserts, which is much faster.
    for (const { collection } of Object.values(mongo.models)) await collection.dropIndexes()
    await fill(mongo)
    await createIndexes(mongo)
    const node = await startBuiltNode({ MONGODB_URL: engine.url, RATE_LIMIT_SCALE: '1000000' })
    ends.push(node.stop)
    const flush = async () => {
      await mongo.db?.admin().command({ fsync: 1 })
    }
    return { url: node.url, mongo, pids: { node: node.pid, engine: engine.pid }, flush, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
