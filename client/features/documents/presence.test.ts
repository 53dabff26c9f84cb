import { fromBase64, toBase64 } from 'lib0/buffer'
import { createDecoder, readVarString, readVarUint } from 'lib0/decoding'
import { createEncoder, toUint8Array, writeVarString, writeVarUint } from 'lib0/encoding'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { modifyAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { fieldOf } from '#protocol/document/content.ts'
import { createPresence, type Presence } from './presence.ts'

let opened: Presence[]
beforeEach(() => {
  vi.useFakeTimers()
  opened = []
})
afterEach(() => {
  for (const presence of opened) presence.stop()
  vi.useRealTimers()
})

/** Adds the user, as the server does. */
const relayed = (update: string, userNo: number) => ({
  userNo,
  update: toBase64(
    modifyAwarenessUpdate(
      fromBase64(update),
      (state: object | null) => state && { ...state, userNo, userName: `${userNo}` },
    ),
  ),
})

/** Two tabs of two users with the same text; each receives what the other sends. */
function openTwo(text = '처음 글') {
  const docs = [new Y.Doc(), new Y.Doc()]
  fieldOf(docs[0] as Y.Doc, 'text').insert(0, text)
  Y.applyUpdate(docs[1] as Y.Doc, Y.encodeStateAsUpdate(docs[0] as Y.Doc))
  const sent: string[][] = [[], []]
  const tabs = docs.map((doc, index) => {
    const presence = createPresence({ doc: () => doc, onDocReplaced: () => () => undefined }, update => {
      sent[index]?.push(update)
      opened[1 - index]?.receive(relayed(update, index + 1))
    })
    opened.push(presence)
    return presence
  })
  return { docs: docs as [Y.Doc, Y.Doc], tabs: tabs as [Presence, Presence], sent }
}

const caretAt = (at: number) => ({ selectionStart: at, selectionEnd: at }) as HTMLTextAreaElement

test('a caret is shown to the other with its user, and moves with the text', async () => {
  const { docs, tabs } = openTwo()
  tabs[0].setCaret('text', caretAt(2))
  await vi.advanceTimersByTimeAsync(200)
  expect(tabs[1].writers()).toMatchObject([
    { userNo: 1, userName: '1', caret: { field: 'text', from: 2, to: 2 } },
  ])
  fieldOf(docs[1], 'text').insert(0, '아주 ')
  tabs[1].update()
  expect(tabs[1].writers()[0]?.caret?.to).toBe(5)
  tabs[0].hideCaret()
  expect(tabs[1].writers()).toEqual([])
})

test('nobody is notified while no caret moves, and the users stay the same while carets move', async () => {
  const { docs, tabs } = openTwo()
  tabs[0].setCaret('text', caretAt(2))
  await vi.advanceTimersByTimeAsync(200)
  const { writers, users, subscribe, update } = tabs[1]
  const notified = vi.fn()
  subscribe(notified)
  const [before, present] = [writers(), users()]
  fieldOf(docs[1], 'text').insert(4, '.')
  update()
  expect(notified).not.toHaveBeenCalled()
  expect(writers()).toBe(before)
  fieldOf(docs[1], 'text').insert(0, '아주 ')
  update()
  expect(notified).toHaveBeenCalledOnce()
  expect(writers()[0]?.caret).toMatchObject({ to: 5, head: before[0]?.caret?.head })
  expect(users()).toBe(present)
})

test('who has just come learns where the others are', async () => {
  const { tabs, sent } = openTwo()
  tabs[0].setCaret('text', caretAt(1))
  await vi.advanceTimersByTimeAsync(200)
  const before = sent[0]?.length ?? 0
  tabs[1].setCaret('text', caretAt(3))
  await vi.advanceTimersByTimeAsync(200)
  expect(sent[0]?.length).toBeGreaterThan(before)
})

test('another user cannot take over the caret of a third one', async () => {
  const { tabs, sent } = openTwo()
  tabs[0].setCaret('text', caretAt(1))
  await vi.advanceTimersByTimeAsync(200)
  const decoder = createDecoder(fromBase64(sent[0]?.at(-1) ?? ''))
  const [count, clientId, clock] = [readVarUint(decoder), readVarUint(decoder), readVarUint(decoder)]
  const forged = createEncoder()
  for (const number of [count, clientId, clock + 5]) writeVarUint(forged, number)
  writeVarString(forged, readVarString(decoder))
  tabs[1].receive(relayed(toBase64(toUint8Array(forged)), 7))
  expect(tabs[1].writers()).toMatchObject([{ userNo: 1, caret: { to: 1 } }])
})

test('who may no longer write sees nobody', async () => {
  const { tabs } = openTwo()
  tabs[0].setCaret('text', caretAt(1))
  await vi.advanceTimersByTimeAsync(200)
  tabs[1].clear()
  expect(tabs[1].writers()).toEqual([])
})

test('without a connection nobody is shown, and once it is back the others are again', async () => {
  const { tabs } = openTwo()
  for (const tab of tabs) tab.setCaret('text', caretAt(1))
  await vi.advanceTimersByTimeAsync(200)
  tabs[0].forgetOthers()
  expect(tabs[0].writers()).toEqual([])
  // The server has told the other that this tab has left.
  tabs[1].forgetOthers()
  tabs[0].announce()
  expect(tabs[0].writers()).toMatchObject([{ userNo: 2 }])
  expect(tabs[1].writers()).toMatchObject([{ userNo: 1 }])
})
