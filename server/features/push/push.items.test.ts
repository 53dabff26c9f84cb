import { expect, test } from 'vitest'
import type { HubSummary } from '#server/features/hubs/hubs.record.ts'
import { groupItems, isQuiet, type PushItem } from './push.items.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 4, 4, hour, 59))

test.each([
  { quiet: { from: 22, to: 8 }, hours: [22, 23, 0, 7], not: [8, 12, 21] },
  { quiet: { from: 1, to: 5 }, hours: [1, 4], not: [0, 5, 23] },
])("is quiet from $quiet.from to $quiet.to by the device's clock", ({ quiet, hours, not }) => {
  for (const hour of hours) {
    expect(isQuiet({ quiet, timeZone: 'UTC' }, at(hour)), `${hour}`).toBe(true)
    expect(isQuiet({ quiet, timeZone: 'Asia/Seoul' }, at(hour - 9)), `${hour} in Seoul`).toBe(true)
  }
  for (const hour of not) expect(isQuiet({ quiet, timeZone: 'UTC' }, at(hour)), `${hour}`).toBe(false)
  expect(isQuiet({ timeZone: 'UTC' }, at(23))).toBe(false)
})

const noteIn = (hubNo: number, isFresh = true): PushItem => ({
  kind: 'note',
  isMention: false,
  isFresh,
  hub: { hubNo } as HubSummary,
  of: { share: { hubNo, noteNo: hubNo, authorNo: 1, sharedAt: at(1), title: '' } },
})
const everything = { kinds: ['note'], offHubNos: [] }

test('does not push unwanted kinds together with others', () => {
  const old = noteIn(1, false)
  expect(groupItems(everything, [old])).toEqual([])
  expect(groupItems(everything, [old, noteIn(1)])).toHaveLength(1)
  expect(groupItems({ ...everything, kinds: ['toMe'] }, [noteIn(1)])).toEqual([])
  expect(
    groupItems({ ...everything, offHubNos: [1] }, [noteIn(1), { ...noteIn(2), isFresh: false }]),
  ).toEqual([])
})

test('summarizes many hubs in one notification', () => {
  const tags = (count: number) =>
    groupItems(
      everything,
      Array.from({ length: count }, (_, index) => noteIn(index + 1)),
    ).map(({ tag }) => tag)
  expect(tags(3)).toEqual(['room:1', 'room:2', 'room:3'])
  expect(tags(4)).toEqual(['all'])
})
