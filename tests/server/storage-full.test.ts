import { expect, onTestFinished, test } from 'vitest'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { newPerson } from '#tests/support/person.ts'

test('while the disk is nearly full writing is refused with a sentence, and reading goes on', async () => {
  let hasRoom = true
  const node = await startNode({ mongoUrl: await emptyDatabase(), hasRoom: () => hasRoom })
  onTestFinished(() => node.stop())
  const person = await newPerson(node.url)
  await person.does(createTopic, { title: '처음' })
  hasRoom = false
  const refused = await person.asks(createTopic, { title: '나중' })
  expect(refused).toMatchObject({
    status: 503,
    body: { success: false, message: expect.stringContaining('저장할 공간') },
  })
  expect(await person.does(getTopics, {})).toMatchObject({ subjects: [{ title: '처음' }] })
  hasRoom = true
  await person.does(createTopic, { title: '나중' })
})
