import { expect, onTestFinished, test, vi } from 'vitest'
import { uploadPicture } from '#protocol/notePictures.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { picture, upload } from '#tests/support/images.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { newPerson } from '#tests/support/person.ts'

test('while the disk is nearly full writing is refused with a sentence, and reading goes on', async () => {
  let hasRoom = true
  const node = await startNode({ mongoUrl: await emptyDatabase(), hasRoom: () => hasRoom })
  onTestFinished(() => node.stop())
  const person = await newPerson(node.url)
  await person.does(createTopic, { title: '처음' })
  hasRoom = false
  const rejected = await person.asks(createTopic, { title: '나중' })
  expect(rejected).toMatchObject({
    status: 503,
    body: { success: false, message: expect.stringContaining('저장할 공간') },
  })
  expect(await person.does(getTopics, {})).toMatchObject({ subjects: [{ title: '처음' }] })
  hasRoom = true
  await person.does(createTopic, { title: '나중' })
})

test('where uploads cannot be stored no sender is blamed, and the next one is taken once they can', async () => {
  const node = await startNode({ mongoUrl: await emptyDatabase() })
  onTestFinished(() => node.stop())
  onTestFinished(() => void vi.unstubAllEnvs())
  const person = await newPerson(node.url)
  const send = async () => person.asks(uploadPicture, { picture: upload(await picture('jpeg')) })
  vi.stubEnv('TMPDIR', '/dev/null')
  expect(await send()).toMatchObject({ status: 500 })
  vi.unstubAllEnvs()
  expect(await send()).toMatchObject({ status: 200 })
})
