import { expect, test } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { type Delivery, type DeliveryCalls, deliver } from './note.delivery.ts'

/** A server with one note at the most, over a line that can lose the answer of any call. */
function startServer(lost: readonly number[] = []) {
  let note: { key: string; title: string; text: string; version: number } | null = null
  let calls = 0
  const loseSome = () => {
    calls += 1
    if (lost.includes(calls)) throw new CallFailed({ code: 'offline', status: 0 })
  }
  const server: DeliveryCalls = {
    async post({ requestKey = '', title, text }) {
      if (note?.key !== requestKey) note = { key: requestKey, title, text, version: 1 }
      const { version } = note
      loseSome()
      return { success: true as const, noteNo: 12, version }
    },
    async update({ version, title, text }) {
      if (note === null) throw new CallFailed({ code: 'notFound', status: 404 })
      const isStale = Number(version) !== note.version
      if (!isStale)
        note = {
          ...note,
          title: title.trim(),
          text: encodeText(decodeText(text).normalize('NFC')),
          version: note.version + 1,
        }
      const answer = { ...note, lastUpdate: '2026-01-05T03:00:00.000Z' }
      loseSome()
      if (isStale) return { ...answer, success: false as const, conflict: true as const, message: '' }
      return { success: true as const, version: answer.version, lastUpdate: answer.lastUpdate }
    },
  }
  return {
    server,
    has: () => note && { title: note.title, text: decodeText(note.text), version: note.version },
    calls: () => calls,
    changeElsewhere: (text: string) =>
      server.update({ noteNo: 12, version: note?.version, title: '회의록', text: encodeText(text) }),
  }
}

const written = (text: string) => ({ title: '회의록', text })
const fresh: Delivery = {
  noteNo: null,
  topicNo: 3,
  requestKey: 'key',
  version: 0,
  writing: written('하나'),
  unanswered: [],
  keepsEarlier: false,
  base: null,
}
const onNote = { ...fresh, noteNo: 12, version: 1 }

test('a first save whose answer is lost is found again with one call, and makes nothing new', async () => {
  const { server, has, calls } = startServer([1])
  await expect(deliver(server, fresh)).rejects.toThrow()
  const again = { ...fresh, unanswered: [fresh.writing] }
  expect(await deliver(server, again)).toEqual({ noteNo: 12, version: 1 })
  expect(has()).toEqual({ ...written('하나'), version: 1 })
  expect(calls()).toBe(2)
})

test('what was written after lost answers comes over them, however many there were', async () => {
  const { server, has } = startServer([1, 3])
  await expect(deliver(server, fresh)).rejects.toThrow()
  const second = { ...fresh, writing: written('둘'), unanswered: [written('하나')] }
  await expect(deliver(server, second)).rejects.toThrow()
  expect(has()).toEqual({ ...written('둘'), version: 2 })
  const third = { ...fresh, writing: written('셋'), unanswered: [written('둘'), written('하나')] }
  expect(await deliver(server, third)).toEqual({ noteNo: 12, version: 3 })
  expect(has()).toEqual({ ...written('셋'), version: 3 })
})

test('an update whose answer is lost is no conflict with oneself, also where the server writes it otherwise', async () => {
  const { server, has } = startServer([2])
  await deliver(server, fresh)
  const writing = { title: ' 회의록 ', text: '둘'.normalize('NFD') }
  await expect(deliver(server, { ...onNote, writing })).rejects.toThrow()
  expect(await deliver(server, { ...onNote, writing, unanswered: [writing] })).toEqual({
    noteNo: 12,
    version: 2,
  })
  expect(has()).toEqual({ ...written('둘'), version: 2 })
})

test('what somebody else saved stands, whatever was lost before it', async () => {
  const { server, has, changeElsewhere } = startServer([1])
  await expect(deliver(server, fresh)).rejects.toThrow()
  await changeElsewhere('남의 글')
  const again = { ...fresh, unanswered: [fresh.writing] }
  expect(await deliver(server, again)).toMatchObject({ noteNo: 12, theirs: { text: '남의 글', version: 2 } })
  expect(await deliver(server, { ...onNote, unanswered: [written('하나')] })).toHaveProperty('theirs')
  expect(has()).toMatchObject({ text: '남의 글', version: 2 })
})

test('what was written on is no conflict where it stands as another version, as after the trash', async () => {
  const { server, has, changeElsewhere } = startServer()
  await deliver(server, fresh)
  await changeElsewhere('하나')
  const writing = written('하나 둘')
  expect(await deliver(server, { ...onNote, writing })).toHaveProperty('theirs')
  expect(await deliver(server, { ...onNote, writing, base: written('하나') })).toEqual({
    noteNo: 12,
    version: 3,
  })
  await changeElsewhere('남의 글')
  expect(
    await deliver(server, { ...onNote, version: 3, writing: written('셋'), base: writing }),
  ).toHaveProperty('theirs')
  expect(has()).toEqual({ ...written('남의 글'), version: 4 })
})
