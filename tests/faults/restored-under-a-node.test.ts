import { expect, onTestFinished, test } from 'vitest'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { beginRestoring } from '#server/platform/mongo/epoch.ts'
import { ownDatabase } from '#tests/support/node.ts'
import { startSourceNode } from '#tests/support/nodeProcess.ts'

test('a node under which a restore begins ends by itself, and says why', async () => {
  const MONGODB_URL = await ownDatabase()
  const node = await startSourceNode({ MONGODB_URL })
  const mongo = await connectMongo(MONGODB_URL)
  onTestFinished(() => mongo.close())
  await beginRestoring(mongo, new Date())
  const { exitCode, said } = await node.gone
  expect({ exitCode, said }).toEqual({
    exitCode: 1,
    said: '데이터를 백업에서 되돌렸어요. 다시 시작해 주세요. (The data was restored from a backup.)\n',
  })
})
