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
      maybeLoseResponse()
      if (isStale) return { ...answer, success: false as const, conflict: true as const, message: '' }
      return { success: true as const, version: answer.version, lastUpdate: answer.lastUpdate }
    },
  }
  return {
    server,
    getNote: () => note && { title: note.title, text: decodeText(note.text), version: note.version },
    calls: () => calls,
    changeElsewhere: (text: string) =>
      server.update({ noteNo: 12, version: note?.version, title: '회의록', text: encodeText(text) }),
  }
}

const createContent = (text: string) => ({ title: '회의록', text })
const newNote: NoteUpload = {
  noteNo: null,
  topicNo: 3,
  requestKey: 'key',
  version: 0,
  content: createContent('하나'),
  unacknowledged: [],
  keepsEarlier: false,
  base: null,
}
const existingNote = { ...newNote, noteNo: 12, version: 1 }

test('repeats a first save without creating a second note if its response is lost', async () => {
  const { server, getNote, calls } = startServer([1])
  await expect(uploadNote(server, newNote)).rejects.toThrow()
  const retry = { ...newNote, unacknowledged: [newNote.content] }
  expect(await uploadNote(server, retry)).toEqual({ noteNo: 12, version: 1 })
  expect(getNote()).toEqual({ ...createContent('하나'), version: 1 })
  expect(calls()).toBe(2)
})

test('saves later content over any number of saves whose responses were lost', async () => {
  const { server, getNote } = startServer([1, 3])
  await expect(uploadNote(server, newNote)).rejects.toThrow()
  const second = { ...newNote, content: createContent('둘'), unacknowledged: [createContent('하나')] }
  await expect(uploadNote(server, second)).rejects.toThrow()
  expect(getNote()).toEqual({ ...createContent('둘'), version: 2 })
  const third = {
    ...newNote,
    content: createContent('셋'),
    unacknowledged: [createContent('둘'), createContent('하나')],
  }
  expect(await uploadNote(server, third)).toEqual({ noteNo: 12, version: 3 })
  expect(getNote()).toEqual({ ...createContent('셋'), version: 3 })
})

test('sees no conflict with an own update whose response was lost, even after normalization by the server', async () => {
  const { server, getNote } = startServer([2])
  await uploadNote(server, newNote)
  const content = { title: ' 회의록 ', text: '둘'.normalize('NFD') }
  await expect(uploadNote(server, { ...existingNote, content })).rejects.toThrow()
  expect(await uploadNote(server, { ...existingNote, content, unacknowledged: [content] })).toEqual({
    noteNo: 12,
    version: 2,
  })
  expect(getNote()).toEqual({ ...createContent('둘'), version: 2 })
})

test('never overwrites the version of another user after lost responses', async () => {
  const { server, getNote, changeElsewhere } = startServer([1])
  await expect(uploadNote(server, newNote)).rejects.toThrow()
  await changeElsewhere('남의 글')
  const retry = { ...newNote, unacknowledged: [newNote.content] }
  expect(await uploadNote(server, retry)).toMatchObject({
    noteNo: 12,
    theirs: { text: '남의 글', version: 2 },
  })
  expect(
    await uploadNote(server, { ...existingNote, unacknowledged: [createContent('하나')] }),
  ).toHaveProperty('theirs')
  expect(getNote()).toMatchObject({ text: '남의 글', version: 2 })
})

test('sees no conflict if the base content has a new version, as after a restore from the trash', async () => {
  const { server, getNote, changeElsewhere } = startServer()
  await uploadNote(server, newNote)
  await changeElsewhere('하나')
  const content = createContent('하나 둘')
  expect(await uploadNote(server, { ...existingNote, content })).toHaveProperty('theirs')
  expect(await uploadNote(server, { ...existingNote, content, base: createContent('하나') })).toEqual({
    noteNo: 12,
    version: 3,
  })
  await changeElsewhere('남의 글')
  expect(
    await uploadNote(server, { ...existingNote, version: 3, content: createContent('셋'), base: content }),
  ).toHaveProperty('theirs')
  expect(getNote()).toEqual({ ...createContent('남의 글'), version: 4 })
})
