import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { newPerson, type Person, signedIn } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

let nodes: Awaited<ReturnType<typeof startTwoNodes>>

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

test('of more topics than a page holds both nodes tell at once how many there are', async () => {
  const me = await newPerson(nodes.here.url)
  const meThere = await signedIn(nodes.there.url, me.email)
  const make = async (device: Person, title: string) => {
    const { subjects } = await device.does(createTopic, { title })
    return subjects[0]?.subjectNo ?? 0
  }
  for (let place = 0; place < 2 * TOPICS_PER_PAGE; place += 1) await make(me, `주제 ${place}`)
  const lastPages = async () => {
    const lists = await Promise.all([me, meThere].map(device => device.does(getTopics, {})))
    return lists.map(({ pageIndex }) => pageIndex.lastPageNum)
  }
  expect(await lastPages()).toEqual([2, 2])
  const topicNo = await make(meThere, '하나 더')
  expect(await lastPages()).toEqual([3, 3])
  await meThere.does(deleteTopic, { topicNo })
  expect(await lastPages()).toEqual([2, 2])
})
