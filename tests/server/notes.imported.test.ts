import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createImporter } from '#client/features/imports/import.importer.ts'
import { type ParsedFiles, parseSource } from '#client/features/imports/import.parser.ts'
import { planImport } from '#client/features/imports/import.plan.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { exportData } from '#protocol/myInfo.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import { getNote, getNotes, pinNote, postNote, updateNote } from '#protocol/notes.ts'
import { continueNote } from '#protocol/series.ts'
import { shareNote } from '#protocol/shares.ts'
import { getTopics } from '#protocol/topics.ts'
import { picture, upload } from '#tests/support/images.ts'
import { openNodes } from '#tests/support/node.ts'
import { makeHub, newTopic, newUser, newUsers, type TestUser } from '#tests/support/users.ts'

const NOW = Date.UTC(2026, 2, 1)
let now = NOW
const [node] = await openNodes({ clock: () => new Date(now) })

beforeEach(() => {
  now = NOW
  vi.stubGlobal('isSecureContext', true)
})

afterEach(() => void vi.unstubAllGlobals())

/** The note as the list shows it. */
async function listedNote(user: TestUser, topicNo: number, noteNo: number) {
  const { notes } = await user.call(getNotes, { topicNo })
  return notes.find(note => note.noteNo === noteNo)
}

test('an imported note keeps its original times and pin', async () => {
  const author = await newUser(node.url)
  const topicNo = await newTopic(author, '주제')
  const times = { createdAt: '2024-03-01T10:22:00.000Z', lastUpdate: '2024-03-02T10:22:00.000Z' }
  const note = { topicNo, title: '글', text: '', requestKey: randomUUID(), ...times, isPinned: true }
  const { noteNo, version } = await author.call(postNote, note)
  expect(await listedNote(author, topicNo, noteNo)).toMatchObject({ ...times, isPinned: true })

  const change = { noteNo, title: '글', text: encodeText('이은 글'), version, lastUpdate: times.lastUpdate }
  await author.call(updateNote, change)
  expect(await listedNote(author, topicNo, noteNo)).toMatchObject(times)
  await author.call(pinNote, { noteNo, isPinned: false })
  expect(await author.call(postNote, note)).toMatchObject({ noteNo, version: 2 })
  expect(await listedNote(author, topicNo, noteNo)).toMatchObject({ isPinned: false })
})

test('a time is never in the future, before 1970, or before the creation of the note', async () => {
  const author = await newUser(node.url)
  const topicNo = await newTopic(author, '주제')
  const post = (times: { createdAt?: string; lastUpdate?: string }) =>
    author.call(postNote, { topicNo, title: '글', text: '', ...times })
  const today = new Date(NOW).toISOString()
  const future = await post({ createdAt: '2999-01-01T00:00:00.000Z', lastUpdate: '2999-01-01T00:00:00.000Z' })
  expect(await listedNote(author, topicNo, future.noteNo)).toMatchObject({
    createdAt: today,
    lastUpdate: today,
  })
  const earlier = await post({
    createdAt: '2024-03-02T00:00:00.000Z',
    lastUpdate: '2024-03-01T00:00:00.000Z',
  })
  expect(await listedNote(author, topicNo, earlier.noteNo)).toMatchObject({
    createdAt: '2024-03-02T00:00:00.000Z',
    lastUpdate: '2024-03-02T00:00:00.000Z',
  })
  await expect(post({ createdAt: '1969-12-31T00:00:00.000Z' })).rejects.toThrow()
})

test('members see the actual change time of a shared note', async () => {
  const author = await newUser(node.url)
  const hubNo = await makeHub(author, await newUser(node.url))
  const topicNo = await newTopic(author, '주제')
  const { noteNo } = await author.call(postNote, { topicNo, title: '글', text: '' })
  await author.call(shareNote, { hubNo, noteNo })
  await author.call(updateNote, { noteNo, title: '글', text: '', lastUpdate: '2024-03-01T00:00:00.000Z' })
  expect((await author.call(getNote, { noteNo })).lastUpdate).toBe(new Date(NOW).toISOString())
})

/** Imports parsed files into an account by the calls that the client makes. */
async function importInto(user: TestUser, read: ParsedFiles): Promise<void> {
  const plan = planImport(read.files, { looseTitle: '가져온 노트', trashTitle: '휴지통' }, read.topics)
  const topics = new Map<string, number>()
  const addresses = new Map<string, string>()
  for (const [key, { file, name }] of read.pictures) {
    const bytes = await file.arrayBuffer()
    const { address } = await user.call(uploadPicture, {
      picture: new File([bytes], name, { type: 'image/webp' }),
    })
    addresses.set(key, address)
  }
  const settled = (text: string) =>
    encodeText(
      [...addresses].reduce((rest, [key, address]) => rest.replaceAll(`upload:${key}`, address), text),
    )
  const importer = createImporter({
    plan: { topics: plan.topics.filter(({ isTrash }) => !isTrash) },
    async getTopicNo({ title, ordinal }) {
      const key = `${ordinal} ${title}`
      const topicNo = topics.get(key) ?? (await newTopic(user, title))
      topics.set(key, topicNo)
      return topicNo
    },
    post: ({ topicNo, title, text, requestKey, createdAt, lastUpdate, isPinned = false }) =>
      user.call(postNote, {
        ...{ topicNo, title, text: settled(text), requestKey, isPinned },
        ...(createdAt && { createdAt: createdAt.toISOString() }),
        ...(lastUpdate && { lastUpdate: lastUpdate.toISOString() }),
      }),
    postPart: ({ noteNo, text, requestKey, lastUpdate }) =>
      user.call(continueNote, {
        ...{ noteNo, text: settled(text), requestKey },
        ...(lastUpdate && { lastUpdate: lastUpdate.toISOString() }),
      }),
    link: ({ noteNo, title, text, lastUpdate }) =>
      user.call(updateNote, {
        ...{ noteNo, title, text: settled(text), version: 1 },
        ...(lastUpdate && { lastUpdate: lastUpdate.toISOString() }),
      }),
    keyOf: async () => randomUUID(),
    onProgress: () => undefined,
  })
  await importer.run()
}

/** All topics in order, each with its notes in order. Numbers of notes are replaced by their titles. */
async function readAllNotes(user: TestUser) {
  const { subjects } = await user.call(getTopics, {})
  const lists = await Promise.all(
    subjects.map(({ subjectNo }) => user.call(getNotes, { topicNo: subjectNo })),
  )
  const titles = new Map(lists.flatMap(({ notes }) => notes).map(({ noteNo, title }) => [noteNo, title]))
  const contents = lists.map(({ subjectTitle, notes }) =>
    Promise.all(
      notes.map(async ({ noteNo, title, createdAt, lastUpdate, isPinned }) => {
        const text = decodeText((await user.call(getNote, { noteNo })).text)
          .replace(/no=(\d+)/g, (_, no) => `no=${titles.get(Number(no))}`)
          .replace(/\/pictures\/[\da-f]{32}/g, '/pictures/one')
        return { title, text, createdAt, lastUpdate, isPinned }
      }),
    ).then(written => ({ subjectTitle, written })),
  )
  return Promise.all(contents)
}

test('an import of another account’s export restores the same data', async () => {
  const [author, friend] = await newUsers(node.url, node.url)
  const post = async (topicNo: number, title: string, text: string) => {
    now += 60_000
    return (await author.call(postNote, { topicNo, title, text: encodeText(text) })).noteNo
  }
  const first = await newTopic(author, '회의')
  const second = await newTopic(author, '회의')
  await newTopic(author, '빈 주제: ?')
  const uploaded = await author.call(uploadPicture, { picture: upload(await picture('jpeg')) })
  const minutes = await post(first, '회의록', '# 안건\n\n내용')
  await post(first, '회의록', `---\ntitle: 다른 제목\n---\n![그림](${uploaded.address}#3x2 "말")\r\n`)
  await post(first, '/ ? * " : < > | \\ ..', `\n\n[회의록](/note?no=${minutes}#h-안건)  \n`)
  await post(second, 'CON', '')
  const pinned = await post(second, '👨‍👩‍👧‍👦 가족', '둘\n\n```\n[코드](/note?no=1)\n```')
  await author.call(pinNote, { noteNo: pinned, isPinned: true })
  now += 60_000
  await author.call(updateNote, { noteNo: minutes, title: '회의록', text: encodeText('# 회의록\n\n고친 글') })

  now += 3_600_000
  const response = await fetch(node.url + exportData.path, {
    method: 'POST',
    headers: { authData: author.token },
  })
  const source = await response.arrayBuffer()
  await importInto(friend, await parseSource({ source, name: '0', maxFiles: 100, untitled: '제목 없음' }))

  const everything = await readAllNotes(author)
  expect(everything.flatMap(({ written }) => written)).toHaveLength(5)
  expect(await readAllNotes(friend)).toEqual(everything)
})
