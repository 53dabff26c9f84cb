import { expect, onTestFinished, test, vi } from 'vitest'
import { uploadPicture } from '#protocol/notePictures.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { picture, upload } from '#tests/support/images.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'

test('while the disk is nearly full writes are rejected with a message, and reads continue', async () => {
  let hasSpace = true
  const node = await startNode({ mongoUrl: await emptyDatabase(), hasSpace: () => hasSpace })
  onTestFinished(() => node.stop())
  const user = await newUser(node.url)
  await user.call(createTopic, { title: '처음' })
  hasSpace = false
  const rejected = await user.request(createTopic, { title: '나중' })
  expect(rejected).toMatchObject({
    status: 503,
    body: { success: false, message: expect.stringContaining('저장할 공간') },
  })
  expect(await user.call(getTopics, {})).toMatchObject({ subjects: [{ title: '처음' }] })
  hasSpace = true
  await user.call(createTopic, { title: '나중' })
})

test('a failed upload to a full disk is not the sender’s fault, and the next one succeeds once there is space', async () => {
  const node = await startNode({ mongoUrl: await emptyDatabase() })
  onTestFinished(() => node.stop())
  onTestFinished(() => void vi.unstubAllEnvs())
  const user = await newUser(node.url)
  const send = async () => user.request(uploadPicture, { picture: upload(await picture('jpeg')) })
  vi.stubEnv('TMPDIR', '/dev/null')
  expect(await send()).toMatchObject({ status: 500 })
  vi.unstubAllEnvs()
  expect(await send()).toMatchObject({ status: 200 })
})
