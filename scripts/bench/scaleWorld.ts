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

/** A node with an engine of its own, whose files are on the disk: a million of everything takes some gigabytes. */
export interface ScaleWorld {
  url: string
  mongo: Connection
  /** Of the node's process and the engine's. */
  pids: { node: number; engine: number }
  /** Has all that was written come to the disk, so that the engine does nothing but what it is asked. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** @param fill puts what is there before straight into the database. */
export async function startScaleWorld(fill: (mongo: Connection) => Promise<void>): Promise<ScaleWorld> {
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
    // Without indexes, which are made much faster afterwards.
    for (const { collection } of Object.values(mongo.models)) await collection.dropIndexes()
    await fill(mongo)
    await createIndexes(mongo)
    const node = await startBuiltNode({ MONGODB_URL: engine.url, RATE_LIMIT_SCALE: '1000000' })
    ends.push(node.stop)
    const settle = async () => {
      await mongo.db?.admin().command({ fsync: 1 })
    }
    return { url: node.url, mongo, pids: { node: node.pid, engine: engine.pid }, settle, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
