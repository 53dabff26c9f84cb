import { inject } from 'vitest'
import { emptyDatabase, startNode, type TestNode } from './node.ts'

/** Two server nodes on one empty database, with one Redis between them. */
export async function startTwoNodes(): Promise<{
  here: TestNode
  there: TestNode
  mongoUrl: string
  stop(): Promise<void>
}> {
  const line = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl') }
  const here = await startNode(line)
  const there = await startNode(line)
  return {
    here,
    there,
    mongoUrl: line.mongoUrl,
    async stop() {
      await Promise.all([here.stop(), there.stop()])
    },
  }
}
