import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventBus } from '#client/live/eventBus.ts'
import { disjoin } from '#protocol/hubs.ts'
import { NOTE_ITSELF, setReaction } from '#protocol/reactions.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { comment, makeHub, newPerson, type Person, shareNewNote, signedIn } from '#tests/support/person.ts'
import { openThread, toldThread } from '#tests/support/threadScreen.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

let nodes: Awaited<ReturnType<typeof startTwoNodes>>
beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

const PEOPLE = 20
const TOGGLES_EACH = 5

/** Somebody's tab with a thread open in it. */
async function tabWith(person: Person, place: { hubNo: number; noteNo: number }) {
  const bus = createEventBus()
  const cache = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  const tab = await person.listens()
  tab.onReceived(({ name, payload }) => bus.dispatchEvent(name, payload as never))
  const thread = openThread(cache, person, bus, place)
  return { person, tab, thread, isAtRest: () => cache.isFetching() === 0 && thread.isSettled() }
}

test('however many change it at once at both nodes, every screen ends with what a reading tells', async () => {
  const people: Person[] = []
  for (let number = 0; number < PEOPLE; number += 1)
    people.push(await newPerson(number % 2 ? nodes.there.url : nodes.here.url))
  const [maker, ...others] = people as [Person, ...Person[]]
  const hubNo = await makeHub(maker, ...others)
  const place = { hubNo, noteNo: await shareNewNote(maker, hubNo) }
  const commentNo = await comment(maker, place)
  const tabs = await Promise.all(people.slice(0, 4).map(person => tabWith(person, place)))
  await expect.poll(() => tabs.every(({ isAtRest, thread }) => isAtRest() && thread.shown())).toBe(true)

  await Promise.all(
    people.map(async (person, at) => {
      for (let turn = 0; turn < TOGGLES_EACH; turn += 1) {
        const subject = (at + turn) % 2 ? { commentNo } : {}
        await person.does(setReaction, { ...place, ...subject, isOn: (at + turn) % 3 > 0 })
      }
    }),
  )
  const told = await toldThread(maker, place)
  const countOf = (subject: number) =>
    told?.empathies.find(reaction => reaction.commentNo === subject)?.userNos.length ?? 0
  expect(countOf(commentNo) + countOf(NOTE_ITSELF)).toBeGreaterThan(0)
  for (const { thread, isAtRest } of tabs)
    await expect.poll(() => (isAtRest() ? thread.shown() : 'not at rest'), { timeout: 20_000 }).toEqual(told)
  for (const { tab, thread } of tabs) {
    thread.stop()
    tab.close()
  }
}, 120_000)

test('it is heard in the room alone, and of somebody who leaves meanwhile nothing stays', async () => {
  const [writer, leaver] = [await newPerson(nodes.here.url), await newPerson(nodes.there.url)]
  const stranger = await newPerson(nodes.there.url)
  const catchUp = await catchUpWith(writer, stranger)
  const hubNo = await makeHub(writer, leaver, await newPerson(nodes.here.url))
  const place = { hubNo, noteNo: await shareNewNote(writer, hubNo) }
  const [inRoom, outside] = [await writer.listens(), await stranger.listens()]
  await leaver.does(setReaction, { ...place, isOn: true })
  expect((await inRoom.receives('empathy:changed')).empathy.userNos).toEqual([leaver.userNo])
  await leaver.does(setReaction, { ...place, isOn: false })

  const otherTab = await signedIn(nodes.here.url, leaver.email)
  const raced = runBefore(nodes.there.app.context.stores.reactions, 'add', () =>
    otherTab.does(disjoin, { targetHubNo: hubNo }),
  )
  expect((await leaver.asks(setReaction, { ...place, isOn: true })).status).toBe(404)
  await raced
  expect((await toldThread(writer, place))?.empathies).toEqual([])
  await catchUp(outside)
  expect(outside.received.filter(({ name }) => name === 'empathy:changed')).toEqual([])
  for (const tab of [inRoom, outside]) tab.close()
})
