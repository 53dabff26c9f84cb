import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { newUser, signInUser, type TestUser } from '#tests/support/users.ts'

let nodes: Awaited<ReturnType<typeof startTwoNodes>>

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

test('both nodes immediately return the same total of more topics than a page holds', async () => {
  const me = await newUser(nodes.firstNode.url)
  const meThere = await signInUser(nodes.secondNode.url, me.email)
  const make = async (device: TestUser, title: string) => {
    const { subjects } = await device.call(createTopic, { title })
    return subjects[0]?.subjectNo ?? 0
  }
  for (let place = 0; place < 2 * TOPICS_PER_PAGE; place += 1) await make(me, `주제 ${place}`)
  const lastPages = async () => {
    const lists = await Promise.all([me, meThere].map(device => device.call(getTopics, {})))
    return lists.map(({ pageIndex }) => pageIndex.lastPageNum)
  }
  expect(await lastPages()).toEqual([2, 2])
  const topicNo = await make(meThere, '하나 더')
  expect(await lastPages()).toEqual([3, 3])
  await meThere.call(deleteTopic, { topicNo })
  expect(await lastPages()).toEqual([2, 2])
})
