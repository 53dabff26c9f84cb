import { expect, test } from 'vitest'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { type NoteCalls, type NoteUpload, uploadNote } from './note.upload.ts'

/** A server with at most one note. `lostCalls`: numbers of the calls that lose their response. */
function startServer(lostCalls: readonly number[] = []) {
  let note: { key: string; title: string; text: string; version: number } | null = null
  let calls = 0
  const maybeLoseResponse = () => {
    calls += 1
    if (lostCalls.includes(calls)) throw new CallFailed({ code: 'offline', status: 0 })
  }
  const server: NoteCalls = {
    async post({ requestKey = '', title, text }) {
      if (note?.key !== requestKey) note = { key: requestKey, title, text, version: 1 }
      const { version } = note
      maybeLoseResponse()
      return { success: true, noteNo: 12, version }
    },
    async update({ version, title, text }) {
      if (note === null) throw new CallFailed({ code: 'notFound', status: 404 })
      const isStale = Number(version) !== note.version
      const normalized = encodeText(decodeText(text).normalize('NFC'))
      if (!isStale) note = { ...note, title: title.trim(), text: normalized, version: note.version + 1 }
      const answer = { ...note, lastUpdate: '2026-01-05T03:00:00.000Z' }
      maybeLoseResponse()
      if (isStale) return { ...answer, success: false, conflict: true, message: '' }
      return { success: true, version: answer.version, lastUpdate: answer.lastUpdate }
    },
  }
  return {
    upload: (upload: NoteUpload) => uploadNote(server, upload),
    getNote: () => note && { title: note.title, text: decodeText(note.text), version: note.version },
    calls: () => calls,
    changeElsewhere: (text: string) =>
      server.update({ noteNo: 12, version: note?.version, title: '회의록', text: encodeText(text) }),
  }
}

const contentOf = (text: string) => ({ title: '회의록', text })
const [one, two, three] = [contentOf('하나'), contentOf('둘'), contentOf('셋')]
const newNote: NoteUpload = {
  ...{ noteNo: null, topicNo: 3, requestKey: 'key', version: 0, content: one },
  ...{ unacknowledged: [], keepsEarlier: false, base: null },
}
const existingNote = { ...newNote, noteNo: 12, version: 1 }

test('repeats a first save without creating a second note if its response is lost', async () => {
  const { upload, getNote, calls } = startServer([1])
  await expect(upload(newNote)).rejects.toThrow()
  expect(await upload({ ...newNote, unacknowledged: [one] })).toEqual({ noteNo: 12, version: 1 })
  expect(getNote()).toEqual({ ...one, version: 1 })
  expect(calls()).toBe(2)
})

test('saves later content over any number of saves whose responses were lost', async () => {
  const { upload, getNote } = startServer([1, 3])
  await expect(upload(newNote)).rejects.toThrow()
  await expect(upload({ ...newNote, content: two, unacknowledged: [one] })).rejects.toThrow()
  expect(getNote()).toEqual({ ...two, version: 2 })
  const third = { ...newNote, content: three, unacknowledged: [two, one] }
  expect(await upload(third)).toEqual({ noteNo: 12, version: 3 })
  expect(getNote()).toEqual({ ...three, version: 3 })
})

test('sees no conflict with an own update whose response was lost, even after normalization by the server', async () => {
  const { upload, getNote } = startServer([2])
  await upload(newNote)
  const content = { title: ' 회의록 ', text: '둘'.normalize('NFD') }
  const update = { ...existingNote, content }
  await expect(upload(update)).rejects.toThrow()
  expect(await upload({ ...update, unacknowledged: [content] })).toEqual({ noteNo: 12, version: 2 })
  expect(getNote()).toEqual({ ...two, version: 2 })
})

test('never overwrites the version of another user after lost responses', async () => {
  const { upload, getNote, changeElsewhere } = startServer([1])
  await expect(upload(newNote)).rejects.toThrow()
  await changeElsewhere('남의 글')
  const theirs = { text: '남의 글', version: 2 }
  expect(await upload({ ...newNote, unacknowledged: [one] })).toMatchObject({ noteNo: 12, theirs })
  expect(await upload({ ...existingNote, unacknowledged: [one] })).toHaveProperty('theirs')
  expect(getNote()).toMatchObject(theirs)
})

test('sees no conflict if the base content has a new version, as after a restore from the trash', async () => {
  const { upload, getNote, changeElsewhere } = startServer()
  await upload(newNote)
  await changeElsewhere('하나')
  const update = { ...existingNote, content: contentOf('하나 둘') }
  expect(await upload(update)).toHaveProperty('theirs')
  expect(await upload({ ...update, base: one })).toEqual({ noteNo: 12, version: 3 })
  await changeElsewhere('남의 글')
  const stale = { ...existingNote, version: 3, content: three, base: update.content }
  expect(await upload(stale)).toHaveProperty('theirs')
  expect(getNote()).toEqual({ ...contentOf('남의 글'), version: 4 })
})
