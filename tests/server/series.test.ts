import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { SERIES_PARTS_MAX } from '#protocol/limits.ts'
import { getNoteTitles } from '#protocol/links.ts'
import { getLatestNotes, getNote, getNotes, moveNotes, pinNote, updateNote } from '#protocol/notes.ts'
import { createPublicLink } from '#protocol/publicLinks.ts'
import { continueNote, getSeries } from '#protocol/series.ts'
import { getShareHubs, getShareNotes, shareNote, unshareNote } from '#protocol/shares.ts'
import { openNodes } from '#tests/support/node.ts'
import { continueWith, textsOf, writeSeries } from '#tests/support/series.ts'
import { makeHub, newTopic, newUsers, topicOf, writeNote } from '#tests/support/users.ts'

const [node] = await openNodes({})
const [author, friend, stranger] = await newUsers(node.url, node.url, node.url)
const hubNo = await makeHub(author, friend)

const seriesOf = async (noteNo: number) => (await author.call(getNote, { noteNo })).series

test('a note that stands alone is its only part', async () => {
  const noteNo = await writeNote(author, '혼자', '한 편뿐')
  const { headNo, title, parts } = await author.call(getSeries, { noteNo })
  expect({ headNo, title }).toEqual({ headNo: noteNo, title: '혼자' })
  expect(parts).toMatchObject([{ noteNo, text: encodeText('한 편뿐'), version: 1 }])
  expect(await seriesOf(noteNo)).toBeUndefined()
})

test('a series is read for two requests of a user at a time, because it may have fifty long parts', async () => {
  const [head] = await writeSeries(author, ['하나', '둘'])
  const { series } = node.app.context.repositories
  const { findTexts } = series
  let [current, most] = [0, 0]
  const spy = vi.spyOn(series, 'findTexts').mockImplementation(async headNo => {
    most = Math.max(most, ++current)
    await setTimeout(20)
    return findTexts(headNo).finally(() => (current -= 1))
  })
  const replies = await Promise.all(Array.from({ length: 6 }, () => author.call(getSeries, { noteNo: head })))
  spy.mockRestore()
  expect(replies.map(({ parts }) => parts.length)).toEqual(Array(6).fill(2))
  expect(most).toBe(2)
})

test('a continued note is the first part of a series, which every part leads to', async () => {
  const [head, second, third] = await writeSeries(author, ['하나', '둘', '셋'], '긴 글')
  for (const noteNo of [head, second, third]) {
    expect(await textsOf(author, noteNo ?? 0)).toEqual(['하나', '둘', '셋'])
  }
  const part = await author.call(getNote, { noteNo: second ?? 0 })
  expect(part).toMatchObject({
    ...{ title: '긴 글', text: encodeText('둘'), subjectTitle: '주제' },
    series: { headNo: head, place: 2, parts: [{ noteNo: head }, { noteNo: second }, { noteNo: third }] },
  })
  expect(part.series?.parts.map(({ length }) => length)).toEqual([2, 1, 1])
  expect((await author.call(getNote, { noteNo: head })).subjectNo).toBe(part.subjectNo)
})

test('a part is added directly after the note, also between two others', async () => {
  const [head, second] = await writeSeries(author, ['1', '9'])
  for (let place = 8; place > 1; place -= 1) await continueWith(author, head, String(place))
  expect((await textsOf(author, head)).join('')).toBe('123456789')
  await continueWith(author, second ?? 0, '끝')
  expect((await textsOf(author, head)).at(-1)).toBe('끝')
})

test('parts stay in order when there is no number left between two places', async () => {
  const [head] = await writeSeries(author, ['처음', '마지막'])
  const { notes } = node.app.context.repositories
  const added: string[] = []
  for (let count = 0; count < 40; count += 1) {
    added.unshift(String(count))
    await continueWith(author, head, String(count))
  }
  expect(await textsOf(author, head)).toEqual(['처음', ...added, '마지막'])
  expect((await notes.findSummary(head))?.series).toEqual({ headNo: head, place: 1 })
})

test('the same request makes one part', async () => {
  const noteNo = await writeNote(author)
  const requestKey = randomUUID()
  const made = await Promise.all([1, 2, 3].map(() => continueWith(author, noteNo, '다음', requestKey)))
  expect(new Set(made).size).toBe(1)
  expect(await continueWith(author, noteNo, '다음', requestKey)).toBe(made[0])
  expect(await textsOf(author, noteNo)).toEqual(['오늘 이야기한 것', '다음'])
})

test('a series has a limited number of parts; a repeated request still gets its part', async () => {
  const texts = Array.from({ length: SERIES_PARTS_MAX - 1 }, (_, index) => String(index))
  const [head, ...later] = await writeSeries(author, ['처음', ...texts.slice(1)])
  const requestKey = randomUUID()
  const last = await continueWith(author, later.at(-1) ?? 0, '마지막', requestKey)
  const full = { noteNo: head, text: '', requestKey: randomUUID() }
  expect(await author.request(continueNote, full)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('50편') },
  })
  expect(await continueWith(author, head, '마지막', requestKey)).toBe(last)
})

test('lists have the first part alone, with the size of the series', async () => {
  const [head] = await writeSeries(author, ['하나', '둘', '셋'], '긴 글')
  const topicNo = await topicOf(author, head)
  const { notes, noteCount } = await author.call(getNotes, { topicNo })
  expect(noteCount).toBe(1)
  expect(notes).toMatchObject([{ noteNo: head, partCount: 3, length: 4, excerpt: '하나' }])
})

test('a part has its own version and text, and the title of the first part', async () => {
  const [head, second = 0] = await writeSeries(author, ['하나', '둘'], '제목')
  const saved = await author.call(updateNote, {
    ...{ noteNo: second, title: '다른 제목', text: encodeText('둘 더'), version: 1 },
  })
  expect(saved).toMatchObject({ success: true, version: 2 })
  expect(await author.call(getNote, { noteNo: second })).toMatchObject({ title: '제목', version: 2 })
  const { version, lastUpdate } = await author.call(getNote, { noteNo: head })
  expect({ version, lastUpdate }).toEqual({
    version: 1,
    lastUpdate: (await author.call(getNote, { noteNo: second })).lastUpdate,
  })
})

test('a later part is shared, published, pinned and moved with the first one', async () => {
  const [head, second = 0] = await writeSeries(author, ['하나', '둘'])
  const topicNo = await newTopic(author, '다른 주제')
  const refused = [
    await author.request(shareNote, { hubNo, noteNo: second }),
    await author.request(getShareHubs, { noteNo: second }),
    await author.request(createPublicLink, { noteNo: second }),
    await author.request(pinNote, { noteNo: second, isPinned: true }),
    await author.request(moveNotes, { noteNosJSON: JSON.stringify([head, second]), topicNo }),
  ]
  for (const { status, body } of refused)
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('첫 편') },
    })
  await author.call(moveNotes, { noteNosJSON: JSON.stringify([head]), topicNo })
  expect(await author.call(getNote, { noteNo: second })).toMatchObject({
    ...{ subjectNo: topicNo, subjectTitle: '다른 주제' },
    series: { headNo: head, place: 2 },
  })
})

test('later parts are in no list of notes and no list of titles', async () => {
  const [head, second] = await writeSeries(author, ['하나', '둘'], '목록에 한 번')
  const { notes: latest } = await author.call(getLatestNotes, {})
  expect(latest.filter(({ title }) => title === '목록에 한 번')).toMatchObject([{ noteNo: head }])
  const { notes: titles } = await author.call(getNoteTitles, {})
  expect(titles.map(({ noteNo }) => noteNo)).not.toContain(second)
  const { notes: shareable } = await author.call(getShareNotes, { hubNo })
  expect(shareable.filter(({ title }) => title === '목록에 한 번')).toMatchObject([{ noteNo: head }])
})

test('members read all parts while the first one is shared, and nobody else does', async () => {
  const [noteNo, second = 0] = await writeSeries(author, ['하나', '둘'])
  const refused = async (reader: typeof friend) => {
    for (const call of [getSeries, getNote])
      for (const part of [noteNo, second])
        expect((await reader.request(call, { noteNo: part })).status).toBe(404)
  }
  await refused(friend)
  await author.call(shareNote, { hubNo, noteNo })
  expect(await textsOf(friend, second)).toEqual(['하나', '둘'])
  expect(await friend.call(getNote, { noteNo: second })).toMatchObject({ isAuthor: false, subjectNo: null })
  await refused(stranger)
  const continued = { noteNo: second, text: '셋', requestKey: randomUUID() }
  expect((await friend.request(continueNote, continued)).status).toBe(403)
  expect((await stranger.request(continueNote, continued)).status).toBe(404)
  await author.call(unshareNote, { hubNo, noteNo })
  await refused(friend)
  expect(await textsOf(author, noteNo)).toEqual(['하나', '둘'])
})
