import { pino } from 'pino'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { getNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { allMigrations } from '#server/database.ts'
import { wordsOf } from '#server/features/notes/searchFields.ts'
import { connectMongo, createIndexes } from '#server/platform/mongo/connect.ts'
import { type Migration, migrate, RELEASE } from '#server/platform/mongo/installation.ts'
import { openRepositories } from '#server/repositories.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { makeHub, newUser, writeNote } from '#tests/support/users.ts'

const log = pino({ level: 'silent' })
const parts = { clock: () => new Date(), log }
const mongoUrl = await emptyDatabase()
const mongo = await connectMongo(mongoUrl)
const repositories = openRepositories(mongo)
await createIndexes(mongo)
beforeEach(emptyDatabase)
afterAll(() => mongo.close())

/** A migration that records its number in `ran`. */
function step(number: number, ran: number[], more: Partial<Migration> = {}): Migration {
  return { number, name: `step ${number}`, run: async () => void ran.push(number), ...more }
}

test('each migration runs once, in the order of their numbers', async () => {
  const ran: number[] = []
  await migrate(mongo, [step(2, ran), step(1, ran)], parts)
  await migrate(mongo, [step(1, ran), step(2, ran), step(3, ran)], parts)
  expect(ran).toEqual([1, 2, 3])
})

test('of several nodes that start together one migrates, and the others wait for it', async () => {
  const ran: number[] = []
  const others = await Promise.all([1, 2].map(() => connectMongo(mongoUrl)))
  let finish = () => {}
  const slow = step(1, ran, {
    run: () =>
      new Promise(resolve => {
        finish = () => {
          ran.push(1)
          resolve()
        }
      }),
  })
  const ready: number[] = []
  const nodes = [mongo, ...others].map((node, index) =>
    migrate(node, [slow], parts).then(() => void ready.push(index)),
  )
  await expect.poll(() => finish.toString()).toContain('push')
  expect(ready).toEqual([])
  finish()
  await Promise.all(nodes)
  expect(ran).toEqual([1])
  await Promise.all(others.map(other => other.close()))
})

test('an interrupted migration restarts once its lock has expired', async () => {
  const ran: number[] = []
  const failing = step(2, ran, { run: () => Promise.reject(new Error('interrupted')) })
  await expect(migrate(mongo, [step(1, ran), failing], parts)).rejects.toThrow('interrupted')
  // As if the node had died before it released the lock.
  const dead = { holder: 'a dead node', until: new Date(Date.now() + 20_000) }
  await mongo
    .collection<{ _id: string }>('installation')
    .updateOne({ _id: 'installation' }, { $set: { lock: dead } })
  let minutes = 0
  const clock = () => {
    minutes += 1
    return new Date(Date.now() + minutes * 60_000)
  }
  await migrate(mongo, [step(1, ran), step(2, ran)], { clock, log })
  expect(ran).toEqual([1, 2])
})

test('an older release rejects a database that requires a newer one, and no other', async () => {
  const ran: number[] = []
  await migrate(mongo, [step(1, ran, { lowestRelease: RELEASE })], parts)
  await migrate(mongo, [], parts)
  const newer = { $set: { lowestRelease: RELEASE + 1 } }
  await mongo.collection<{ _id: string }>('installation').updateOne({ _id: 'installation' }, newer)
  await expect(migrate(mongo, [], parts)).rejects.toThrow(/새 버전으로 바꿔 주세요/)
})

test('nodes of the previous release continue, and can restart, beside a migrated node', async () => {
  const old = await startNode({ mongoUrl })
  onTestFinished(() => old.stop())
  const author = await newUser(old.url)
  const hubNo = await makeHub(author, await newUser(old.url))
  const noteNo = await writeNote(author)
  /** A migration as it should be: it only adds to existing data. */
  const adding = step(9_999, [], {
    run: async connection => {
      for (const name of ['notes', 'hubs', 'users'])
        await connection.collection(name).updateMany({}, { $set: { ofALaterRelease: 1 } })
    },
  })
  await migrate(mongo, [...allMigrations, adding], parts)

  await author.call(updateNote, { noteNo, title: '고친 제목', text: '고친 글', version: 1 })
  await author.call(shareNote, { hubNo, noteNo })
  const madeLater = await writeNote(author)
  const restarted = await startNode({ mongoUrl })
  onTestFinished(() => restarted.stop())
  expect((await call(restarted.url, getNote, { noteNo }, author.token)).body).toMatchObject({
    title: '고친 제목',
  })
  // The older release ignores the new field and writes documents without it, so the newer release must read both.
  const findStored = (number: number) => mongo.collection('notes').findOne({ noteNo: number })
  expect(await findStored(noteNo)).toMatchObject({ title: '고친 제목', ofALaterRelease: 1 })
  expect(await mongo.collection('hubs').findOne({ hubNo })).toMatchObject({ lastSeq: 1, ofALaterRelease: 1 })
  expect(await findStored(madeLater)).not.toHaveProperty('ofALaterRelease')
})

test('numbers are assigned once and increase', () => {
  const numbers = allMigrations.map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
})

test('1: every user gets a name key, and a user whose name resembles another keeps it', async () => {
  const names = ['paypal', 'PaypaI', 'pаypal', '글 쓰는 민호']
  const users = names.map((username, index) => ({ userNo: index + 1, email: `p${index}@a.com`, username }))
  await mongo.collection('users').insertMany(users)
  await migrate(mongo, allMigrations, parts)

  const migrated = await mongo.collection('users').find().sort({ userNo: 1 }).toArray()
  expect(migrated.map(({ username }) => username)).toEqual(names)
  expect(migrated.map(({ nameKey }) => nameKey)).toEqual(['paypal', 'paypal', 'paypal', '글 쓰는 민호'])
  expect(migrated.map(({ uniqueNameKey }) => uniqueNameKey !== undefined)).toEqual([true, false, false, true])
  expect(await repositories.users.isTaken('username', 'PAYPAL')).toBe(true)
})

test('2: every topic gets its note count, and notes know whether they were ever shared', async () => {
  await mongo.collection('topics').insertMany([{ subjectNo: 1 }, { subjectNo: 2 }])
  await mongo
    .collection('notes')
    .insertMany([1, 2, 3].map(noteNo => ({ noteNo, subjectNo: 1, title: '', text: '' })))
  await mongo.collection('shares').insertMany([
    { hubNo: 1, seq: 1, noteNo: 1, live: true },
    { hubNo: 1, seq: 2, noteNo: 2 },
  ])
  await migrate(mongo, allMigrations, parts)

  const topics = await mongo.collection('topics').find().sort({ subjectNo: 1 }).toArray()
  expect(topics.map(({ noteCount }) => noteCount)).toEqual([3, 0])
  const notes = await mongo.collection('notes').find().sort({ noteNo: 1 }).toArray()
  expect(notes.map(({ everShared }) => everShared)).toEqual([true, true, undefined])
})

test('3: every note gets its search text', async () => {
  const { notes } = repositories
  const written = Array.from({ length: 450 }, (_, index) => ({
    noteNo: index + 1,
    authorNo: 1,
    title: `노트 ${index + 1}`,
    text: '3월 회의록',
  }))
  await mongo.collection('notes').insertMany(written)
  expect(await notes.search({ authorNo: 1 }, wordsOf('ㅎㅇㄹ'), 1)).toMatchObject({ count: 0, noteNos: [] })
  await migrate(mongo, allMigrations, parts)
  expect(await notes.search({ authorNo: 1 }, wordsOf('ㅎㅇㄹ'), 1)).toMatchObject({ count: 450 })
  expect(await notes.search({ authorNo: 1 }, wordsOf('노트449'), 1)).toMatchObject({
    count: 1,
    noteNos: [449],
  })
})

test('5: every suggestion gets its reaction count', async () => {
  const { suggestions } = repositories
  const old = [1, 2, 3].map(suggestionNo => ({ suggestionNo, opinion: '', writerNo: 1 }))
  await mongo.collection('suggestions').insertMany(old)
  const reactions = ['1 2', '2 2', '2 3', '4 2'].map(pair => {
    const [suggestionNo, userNo] = pair.split(' ').map(Number)
    return { suggestionNo, userNo }
  })
  await mongo.collection('opinionEmpathies').insertMany(reactions)
  await migrate(mongo, allMigrations, parts)

  const sought = { isAnswered: false, patterns: [], from: 1 }
  const ordered = await suggestions.search(sought, 'empathy', { skip: 0, limit: 9 })
  const counts = ordered.map(({ suggestionNo, empathyCount }) => `${suggestionNo}: ${empathyCount}`)
  expect(counts).toEqual(['2: 2', '1: 1', '3: undefined'])
})

test('7: the links of every note lead to the notes of its author', async () => {
  const written = [
    { noteNo: 1, authorNo: 1, title: '제주', text: '' },
    { noteNo: 2, authorNo: 2, title: '제주', text: '' },
    { noteNo: 3, authorNo: 1, title: '시작', text: '[[제주]] [[제주#첫날]] [[없는 글]] [말](/note?no=2)' },
    { noteNo: 4, authorNo: 1, title: '다른 글', text: '`[[제주]]`' },
  ]
  await mongo.collection('notes').insertMany(written.map(note => ({ ...note, subjectNo: 1, version: 1 })))
  const step = allMigrations.find(({ number }) => number === 7)
  await step?.run(mongo)
  await step?.run(mongo)
  const notes = await mongo.collection('notes').find().sort({ noteNo: 1 }).toArray()
  expect(notes.map(({ links }) => links)).toEqual([
    undefined,
    undefined,
    [
      { key: '제주', noteNo: 1 },
      { key: '제주#첫날', noteNo: 1, hasHeading: true },
      { key: '없는 글', titles: ['없는 글'] },
      { key: '/note?no=2', noteNo: 2 },
    ],
    undefined,
  ])
})

test('8: every note gets its tags', async () => {
  const texts = ['오늘 #여행', '# 제목', '#여행 #봄']
  await mongo
    .collection('notes')
    .insertMany(texts.map((text, at) => ({ noteNo: at + 1, authorNo: 1, version: 1, text })))
  const step = allMigrations.find(({ number }) => number === 8)
  await step?.run(mongo)
  await step?.run(mongo)
  const notes = await mongo.collection('notes').find().sort({ noteNo: 1 }).toArray()
  expect(notes.map(({ tags }) => tags)).toEqual([['여행'], undefined, ['여행', '봄']])
})

test('9: notes keep the pictures that other users have put into them', async () => {
  const pictureIds = ['own', 'of a friend', 'of a friend, in the trash', 'unused']
  await mongo
    .collection('notePictures')
    .insertMany(
      pictureIds.map(pictureId => ({ pictureId, ownerNo: pictureId === 'own' ? 1 : 2, checkAt: new Date() })),
    )
  await mongo.collection('notes').insertOne({
    noteNo: 1,
    authorNo: 1,
    version: 1,
    text: '',
    pictureIds: ['own', 'of a friend', 'deleted'],
  })
  await mongo
    .collection('trash')
    .insertOne({ noteNo: 2, authorNo: 3, pictureIds: ['of a friend, in the trash'] })
  const step = allMigrations.find(({ number }) => number === 9)
  await step?.run(mongo)
  await step?.run(mongo)
  const pictures = await mongo
    .collection('notePictures')
    .find({ pictureId: { $in: pictureIds } })
    .toArray()
  expect(Object.fromEntries(pictures.map(({ pictureId, authorNos }) => [pictureId, authorNos]))).toEqual({
    own: undefined,
    'of a friend': [1],
    'of a friend, in the trash': [3],
    unused: undefined,
  })
})

test('search texts of an earlier release are rebuilt, so that text that looks the same is found', async () => {
  const node = await startNode({ mongoUrl })
  onTestFinished(() => node.stop())
  const author = await newUser(node.url)
  const noteNo = await writeNote(author, '영\u200b폭문자', 'Café')
  const asBefore = { text: '영\u200b폭문자\ncafé', initials: 'L.RGM\n.' }
  await mongo.collection('notes').updateOne({ noteNo }, { $set: { sought: asBefore } })
  const step = allMigrations.find(({ number }) => number === 6)
  await step?.run(mongo)
  const [found] = await Promise.all([
    repositories.notes.search({ authorNo: author.userNo }, wordsOf('영폭문자 cafe'), 1),
    step?.run(mongo),
  ])
  expect(found.noteNos).toEqual([noteNo])
})
