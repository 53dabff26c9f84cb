import { expect, onTestFinished, test } from 'vitest'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { startRestore } from '#server/platform/mongo/installation.ts'
import { ownDatabase } from '#tests/support/node.ts'
import { startSourceNode } from '#tests/support/nodeProcess.ts'

test('a running node exits with a message when a restore begins', async () => {
  const MONGODB_URL = await ownDatabase()
  const node = await startSourceNode({ MONGODB_URL })
  const mongo = await connectMongo(MONGODB_URL)
  onTestFinished(() => mongo.close())
  await startRestore(mongo, new Date())
  const { exitCode, stderr } = await node.exited
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: '데이터를 백업에서 되돌렸어요. 다시 시작해 주세요. (The data was restored from a backup.)\n',
  })
})
