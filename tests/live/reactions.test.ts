import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventBus } from '#client/live/eventBus.ts'
import { disjoin } from '#protocol/hubs.ts'
import { NOTE_ITSELF, setReaction } from '#protocol/reactions.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { fetchThread, openThread } from '#tests/support/threadScreen.ts'
import { comment, makeHub, newUser, shareNewNote, signInUser, type TestUser } from '#tests/support/users.ts'

let nodes: Awaited<ReturnType<typeof startTwoNodes>>
beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

const PEOPLE = 20
const TOGGLES_EACH = 5

/** Opens a tab with a thread on screen. */
async function tabWith(user: TestUser, place: { hubNo: number; noteNo: number }) {
  const bus = createEventBus()
  const cache = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const tab = await user.openSocket()
  tab.onEvent(({ name, payload }) => bus.dispatchEvent(name, payload as never))
  const thread = openThread(cache, user, bus, place)
  return { person: user, tab, thread, isAtRest: () => cache.isFetching() === 0 && thread.isSettled() }
}

test('after concurrent reactions at both nodes, every screen shows what a fresh request returns', async () => {
  const users: TestUser[] = []
  for (let number = 0; number < PEOPLE; number += 1)
    users.push(await newUser(number % 2 ? nodes.secondNode.url : nodes.firstNode.url))
  const [maker, ...others] = users as [TestUser, ...TestUser[]]
  const hubNo = await makeHub(maker, ...others)
  const place = { hubNo, noteNo: await shareNewNote(maker, hubNo) }
  const commentNo = await comment(maker, place)
  const tabs = await Promise.all(users.slice(0, 4).map(user => tabWith(user, place)))
  await expect.poll(() => tabs.every(({ isAtRest, thread }) => isAtRest() && thread.shown())).toBe(true)

  await Promise.all(
    users.map(async (user, at) => {
      for (let turn = 0; turn < TOGGLES_EACH; turn += 1) {
        const subject = (at + turn) % 2 ? { commentNo } : {}
        await user.call(setReaction, { ...place, ...subject, isOn: (at + turn) % 3 > 0 })
      }
    }),
  )
  const published = await fetchThread(maker, place)
  const countOf = (subject: number) =>
    published?.empathies.find(reaction => reaction.commentNo === subject)?.userNos.length ?? 0
  expect(countOf(commentNo) + countOf(NOTE_ITSELF)).toBeGreaterThan(0)
  for (const { thread, isAtRest } of tabs)
    await expect
      .poll(() => (isAtRest() ? thread.shown() : 'requests are pending'), { timeout: 20_000 })
      .toEqual(published)
  for (const { tab, thread } of tabs) {
    thread.stop()
    tab.close()
  }
}, 120_000)

test('reactions are published to the hub only, and those of a user who leaves meanwhile are removed', async () => {
  const [writer, leaver] = [await newUser(nodes.firstNode.url), await newUser(nodes.secondNode.url)]
  const outsider = await newUser(nodes.secondNode.url)
  const catchUp = await createCatchUp(writer, outsider)
  const hubNo = await makeHub(writer, leaver, await newUser(nodes.firstNode.url))
  const place = { hubNo, noteNo: await shareNewNote(writer, hubNo) }
  const [inRoom, outside] = [await writer.openSocket(), await outsider.openSocket()]
  await leaver.call(setReaction, { ...place, isOn: true })
  expect((await inRoom.waitForEvent('empathy:changed')).empathy.userNos).toEqual([leaver.userNo])
  await leaver.call(setReaction, { ...place, isOn: false })

  const otherTab = await signInUser(nodes.firstNode.url, leaver.email)
  const race = runBefore(nodes.secondNode.app.context.repositories.reactions, 'add', () =>
    otherTab.call(disjoin, { targetHubNo: hubNo }),
  )
  expect((await leaver.request(setReaction, { ...place, isOn: true })).status).toBe(404)
  await race
  expect((await fetchThread(writer, place))?.empathies).toEqual([])
  await catchUp(outside)
  expect(outside.received.filter(({ name }) => name === 'empathy:changed')).toEqual([])
  for (const tab of [inRoom, outside]) tab.close()
})
